//! JSON in which no object has a key twice. Of two values serde_json keeps the last without a word, so a person who changes the
//! first sees no effect. TOML refuses such keys itself. Not in the browser's build: the page hands over parsed JSON.

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value as Json};
use std::fmt::{Formatter, Result as Written};

/// Parses JSON; a key that is there twice is an error (of serde_json's category `Data`) with its line and column.
pub fn parse(text: &str) -> Result<Json, serde_json::Error> {
    serde_json::from_str::<Unique>(text).map(|Unique(json)| json)
}

struct Unique(Json);

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Unique, D::Error> {
        deserializer.deserialize_any(AnyJson).map(Unique)
    }
}

struct AnyJson;

impl<'de> Visitor<'de> for AnyJson {
    type Value = Json;

    fn expecting(&self, to: &mut Formatter<'_>) -> Written {
        to.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(Unique(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(list.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Json, A::Error> {
        let mut table = Map::new();
        while let Some(key) = fields.next_key::<String>()? {
            if table.contains_key(&key) {
                let short: String = key.chars().take(30).collect();
                return Err(A::Error::custom(format_args!("{short:?}")));
            }
            let Unique(value) = fields.next_value()?;
            table.insert(key, value);
        }
        Ok(table.into())
    }
}

#[cfg(test)]
mod tests {
    use super::parse;
    use serde_json::Value as Json;

    #[test]
    fn json_without_repeated_keys_is_read_as_serde_json_reads_it() {
        let text = r#"{"a": [null, true, -3, 18446744073709551615, 1.5e300, "\u00fc"], "b": {"a": {}, "c": []}}"#;
        assert_eq!(parse(text).expect("JSON"), serde_json::from_str::<Json>(text).expect("JSON"));
        for text in ["", "{", "[1,]", "{\"a\" 1}", "1e999", "{} x"] {
            let (ours, theirs) = (parse(text), serde_json::from_str::<Json>(text));
            assert_eq!(ours.expect_err(text).to_string(), theirs.expect_err(text).to_string());
        }
    }

    #[test]
    fn a_repeated_key_is_named_with_its_place() {
        for text in ["{\"a\": 1,\n\"a\": 2}", "[{\"b\": {\"a\": 1,\n\"a\": 1}}]", "{\"a\": 1,\n\"\\u0061\": 2}"] {
            let error = parse(text).expect_err(text);
            assert!(error.is_data() && error.to_string().starts_with("\"a\" at line 2 column "), "{error}");
        }
    }
}
