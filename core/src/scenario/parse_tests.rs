//! Tests of reading scenarios, valid and invalid.

use super::*;

fn first_error(text: &str) -> ScenarioError {
    Scenario::parse(text).expect_err("this text is wrong").errors.remove(0)
}

#[test]
fn toml_and_json_give_the_same_scenario() {
    let toml = "id = \"x\"\nseed = 7\n[settings]\ntraffic.rate = 3000\npolling.quota = \"infinity\"\n";
    let json = r#"{"id":"x","seed":7,"settings":{"traffic":{"rate":3000},"polling.quota":"infinity"}}"#;
    assert_eq!(Scenario::parse(toml).unwrap(), Scenario::parse(json).unwrap());
}

#[test]
fn canonical_text_parses_to_the_same_scenario() {
    let text = "id = \"x\"\n[settings]\ntraffic.rate = 3000\n[[interventions]]\nat = 1000\nset = { \"polling.enabled\" = true }\n";
    let scenario = Scenario::parse(text).unwrap();
    assert_eq!(Scenario::parse(&scenario.canonical()).unwrap(), scenario);
}

#[test]
fn the_error_for_an_unknown_parameter_names_the_nearest_one() {
    let error = first_error("[settings]\ntraffic.rates = 3\n");
    assert_eq!(error.field.to_string(), "traffic.rates");
    assert_eq!(error.allowed.to_string(), "one that exists, such as `traffic.rate`");
    assert_eq!(first_error("[settings]\nrate = 3\n").allowed.to_string(), "one that exists, such as `traffic.rate`");
}

#[test]
fn the_error_for_a_value_out_of_range_names_the_range() {
    let error = first_error("[settings]\ntraffic.rate = 20000\n");
    assert_eq!((error.field.to_string().as_str(), error.value.to_string().as_str()), ("traffic.rate", "20000"));
    assert_eq!(error.allowed.to_string(), "a whole number from 0 to 14880 packets/s");
}

#[test]
fn a_float_is_not_a_whole_number() {
    assert_eq!(first_error("[settings]\ntraffic.rate = 20.5\n").problem.to_string(), "not a whole number");
}

#[test]
fn input_must_continue_at_a_lower_level_than_it_stops() {
    assert_eq!(first_error("[settings]\nfeedback.low = 80\n").field.to_string(), "feedback.low");
    // Who turns a knob is told about this knob.
    let stop = first_error("[[interventions]]\nat = 5\nset = { \"feedback.high\" = 20 }\n");
    assert_eq!(
        (stop.field.to_string().as_str(), stop.value.to_string().as_str()),
        ("interventions[0].feedback.high", "20")
    );
    assert_eq!(stop.allowed.to_string(), "more than feedback.low, which is 25");
    let go = first_error("[[interventions]]\nat = 5\nset = { \"feedback.low\" = 75 }\n");
    assert_eq!(go.field.to_string(), "interventions[0].feedback.low");
    assert_eq!(go.allowed.to_string(), "less than feedback.high, which is 75");
}

#[test]
fn interventions_must_be_in_order_of_time_and_cannot_need_a_restart() {
    let late = "[[interventions]]\nat = 5\nset = {}\n[[interventions]]\nat = 4\nset = {}\n";
    assert_eq!(first_error(late).field.to_string(), "interventions[1].at");
    let restart = "[[interventions]]\nat = 5\nset = { \"queues.receive_ring\" = 8 }\n";
    assert_eq!(first_error(restart).problem.to_string(), "cannot change while the machine runs");
}

#[test]
fn another_schema_is_refused() {
    assert_eq!(first_error("schema = 9\n").field.to_string(), "schema");
}

#[test]
fn text_that_is_neither_toml_nor_json_is_refused() {
    assert_eq!(first_error("= = =").problem.to_string(), "not valid TOML");
    assert_eq!(first_error("{").problem.to_string(), "not valid JSON");
    assert_eq!(first_error(&" ".repeat(TEXT_BYTES_MAX + 1)).field.to_string(), "(file)");
}
