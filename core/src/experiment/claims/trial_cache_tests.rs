//! What is not run, because its result is known, does not change a result.

use super::*;
use crate::experiment::Sequential;

const FEW: [(&str, &str); 1] = [("trial.packets", "2000")];

/// Searches with few packets and seeds.
const SEARCH: Search = Search { loss_tolerance: 0.001, resolution: 20, seeds: 2 };

#[test]
fn a_search_that_stops_trials_early_finds_the_same_rate() {
    let whole = TrialCache::new(&Sequential);
    for id in ["figure-6-1", "figure-6-3", "figure-8-1-breaker", "spanos-figure-5-napi", "srp-figure-5"] {
        let here = TrialCache::here();
        let rates =
            [&whole, &here].map(|cache| cache.loss_free_rate(SEARCH, &cache.scenario(id, &FEW)).expect("a rate"));
        assert_eq!(rates[0], rates[1], "{id}");
        let trials = here.into_results().trials;
        assert!(trials.values().any(|trial| trial.value.whole().is_none()), "{id}: a trial was stopped");
    }
}

#[test]
fn a_trial_that_was_stopped_is_run_again_for_its_report() {
    let here = TrialCache::here();
    let flooded = at_rate(&here.scenario("figure-6-1", &FEW), 12_000).expect("a rate");
    assert!(here.trial(&flooded, 10).expect("a trial").whole().is_none());
    let one = std::slice::from_ref(&flooded);
    assert_eq!(here.run(one), Sequential.run(one));
    assert!(here.trial(&flooded, 10).expect("a trial").whole().is_some(), "the whole is known now");
}

#[test]
fn rates_below_three_quarters_of_the_peak_do_not_have_it() {
    let cache = TrialCache::new(&Sequential);
    for (id, least) in [("figure-6-1", 3_500..4_000), ("figure-6-4", 1_500..2_500)] {
        let scenario = cache.scenario(id, &FEW);
        let rates: BTreeSet<u64> = (1..16).map(|number| number * 500).collect();
        let whole = cache.curve(&scenario, rates.clone()).expect("a curve");
        let partial = cache.curve_to_peak(&scenario, rates).expect("a curve");
        assert_eq!([whole.peak(), partial.peak()], [whole.peak(); 2], "{id}");
        assert_eq!(whole.livelock_rate(), partial.livelock_rate(), "{id}");
        assert!(least.contains(&partial.points[0].rate), "{id} from {}/s on", partial.points[0].rate);
    }
}

/// A trial and a run that is none, of the unchanged model and with one cost that is a tenth higher.
fn measure(cache: &TrialCache) -> (Vec<Report>, Vec<f64>) {
    let router = cache.scenario("figure-6-3", &[("trial.packets", "500"), ("traffic.rate", "1000")]);
    let burst = cache.scenario("figure-4-1", &[]);
    let delivered = cache.once("delivered", &burst, || {
        Ok(vec![cache.untraced(&burst, 60)?.row().count(crate::trace::Count::Delivered) as f64])
    });
    (cache.run(&[router]).expect("a trial"), delivered.expect("a run"))
}

#[test]
fn the_cost_of_a_step_that_did_not_run_is_not_run_again() {
    let counting = TrialCache::counting_steps();
    let unchanged = measure(&counting);
    let steps = counting.take_used().steps;
    assert!(steps.contains(&Step::Lnread) && steps.contains(&Step::DatalinkRead), "both runs are noted");
    let known = counting.into_results();
    // at 1,000/s nothing is dropped in the router; the burst of four fits in its queue
    for (step, runs) in [(Step::Lnread, [1, 1]), (Step::DatalinkFull, [0, 0]), (Step::Lnrintpoll, [1, 0])] {
        let varied = [(crate::experiment::sensitivity::input(step.path()).expect("an input"), 1.0)];
        let cache = TrialCache::varied(&varied, &known);
        let measured = measure(&cache);
        let results = cache.into_results();
        assert_eq!([results.trials.len(), results.numbers.len()], runs, "{step:?}");
        assert_eq!(measured == unchanged, runs == [0, 0], "{step:?}");
        // without what is known
        assert_eq!(measure(&TrialCache::varied(&varied, &Results::default())), measured, "{step:?}");
    }
}

#[test]
fn a_window_counts_no_more_packets_than_its_scenario_says() {
    let cache = TrialCache::here();
    for (id, rate) in [("figure-6-1", 12_000), ("spanos-figure-5", 60_000), ("figure-8-1", 30_000)] {
        let scenario = at_rate(&cache.scenario(id, &FEW), rate).expect("a rate");
        let [report] = cache.run(std::slice::from_ref(&scenario)).expect("a trial").try_into().expect("one");
        assert_eq!(report.window.arrived, packets_counted(&scenario), "{id}");
    }
}
