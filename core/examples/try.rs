use livelock_core::{machine::*, scenario::*, trace::Count};
fn main() {
    for (name, set) in [
        ("bsd", vec![("kernel.design", "bsd")]),
        ("bsd softint", vec![("kernel.design", "bsd"), ("kernel.ip", "softint")]),
        ("bsd+screend", vec![("kernel.design", "bsd"), ("programs.screend", "true")]),
        ("mod off", vec![("polling.enabled", "false")]),
        ("poll q5", vec![]),
        ("poll inf", vec![("polling.quota", "infinity")]),
        ("poll+screend", vec![("programs.screend", "true"), ("polling.quota", "10")]),
        ("poll+screend+fb", vec![("programs.screend", "true"), ("polling.quota", "10"), ("feedback.enabled", "true")]),
        ("high", vec![("kernel.design", "high_ipl")]),
    ] {
        print!("{name:18}");
        for rate in [500u64, 2000, 3000, 4000, 4500, 4700, 5000, 5300, 6000, 8000, 10000, 12000, 13000, 14000, 14880] {
            let mut s = presets::find("lab").unwrap();
            s.settings.insert("polling.enabled".into(), Value::Switch(true));
            for (k, v) in &set {
                s.settings.insert(k.to_string(), Value::from_text(v));
            }
            s.settings.insert("traffic.rate".into(), Value::Integer(rate as i64));
            s.settings.insert("traffic.packets".into(), Value::Integer(10000));
            let mut m = Machine::new(&s, Tracing::Off).unwrap();
            let step = livelock_core::units::Cycles(150_000);
            let mut t = step;
            let mut first = None;
            while m.row().count(Count::Arrived) < 10000 {
                m.run_until(t).unwrap();
                t += step;
                if first.is_none() && m.row().count(Count::Arrived) > 1000 {
                    first = Some(m.row());
                }
            }
            let w = m.row().since(&first.unwrap());
            print!(" {:5.0}", w.count(Count::Delivered) as f64 * 150e6 / w.time.0 as f64);
        }
        println!();
    }
}
