// Facts about persistent stores: values are read back; unreadable texts are moved and reported.
import { describe, expect, it } from "vitest";
import { PREFERENCES_SPEC } from "../../model/preferences";
import { createPersistentStore, type StoredProblem, type TextStorage } from "./persistent-store";

const UNREADABLE_KEY = `${PREFERENCES_SPEC.key}.unreadable`;

function storage(texts: Record<string, string>): TextStorage & { texts: Record<string, string> } {
  return {
    texts,
    getItem: (key) => texts[key] ?? null,
    setItem: (key, text) => void (texts[key] = text),
    removeItem: (key) => void delete texts[key],
  };
}

function load(text: string | null) {
  const kept = storage(text === null ? {} : { [PREFERENCES_SPEC.key]: text });
  const problems: StoredProblem[] = [];
  const store = createPersistentStore(PREFERENCES_SPEC, kept, (problem) => problems.push(problem));
  return { kept, problems, store };
}

describe("stored preferences", () => {
  it("without_a_stored_text_the_initial_value_is_used_without_a_problem", () => {
    const { store, problems } = load(null);
    expect(store.get()).toEqual(PREFERENCES_SPEC.initial);
    expect(problems).toEqual([]);
  });

  it("a_value_is_read_at_the_next_visit", () => {
    const { store, kept } = load(null);
    store.set({ theme: "dark", unfolded: ["queues"] });
    const again = load(kept.texts[PREFERENCES_SPEC.key] ?? "");
    expect(again.store.get()).toMatchObject({ theme: "dark", unfolded: ["queues"] });
    expect(again.problems).toEqual([]);
  });

  const whole = { schema: 1, theme: "dark", layout: "auto", shortcuts: true, unfolded: [] };
  it.each([
    ["{", "the whole text"],
    ["[]", "the whole text"],
    ["null", "the whole text"],
    [JSON.stringify({ ...whole, schema: 7 }), "schema"],
    [JSON.stringify({ ...whole, theme: "purple" }), "theme"],
    [JSON.stringify({ ...whole, shortcuts: "maybe" }), "shortcuts"],
    [JSON.stringify({ ...whole, unfolded: [1] }), "unfolded"],
  ])("%s_is_moved_to_another_key_and_%s_is_named", (text, field) => {
    const { store, problems, kept } = load(text);
    expect(store.get()).toEqual(PREFERENCES_SPEC.initial);
    expect(problems).toMatchObject([{ field, text, name: "settings" }]);
    expect(kept.texts[UNREADABLE_KEY]).toBe(text);
    store.set({ theme: "light" });
    expect(kept.texts[UNREADABLE_KEY]).toBe(text);
  });

  it("a_full_storage_is_no_longer_reported_when_there_is_room_again", () => {
    for (const text of [null, "{unreadable"]) {
      const kept = storage(text === null ? {} : { [PREFERENCES_SPEC.key]: text });
      let isFull = true;
      const { setItem } = kept;
      kept.setItem = (key, value) => {
        if (isFull) throw new Error("full");
        setItem(key, value);
      };
      let onOther: (key: string | null) => void = () => undefined;
      kept.onExternalChange = (listener) => void (onOther = listener);
      const store = createPersistentStore(PREFERENCES_SPEC, kept, () => undefined);
      store.set({ theme: "dark" });
      expect(store.status.get().isSaved).toBe(false);
      expect(kept.texts[PREFERENCES_SPEC.key]).toBe(text ?? undefined);
      // Another tab has removed something of its own.
      isFull = false;
      onOther("something");
      expect(store.status.get().isSaved).toBe(true);
      expect(kept.texts[PREFERENCES_SPEC.key]).toContain("dark");
      if (text !== null) expect(kept.texts[UNREADABLE_KEY]).toBe(text);
    }
  });

  it("an_earlier_unreadable_text_is_not_overwritten", () => {
    const kept = storage({ [PREFERENCES_SPEC.key]: "{first" });
    const told: string[] = [];
    const visit = () =>
      createPersistentStore(PREFERENCES_SPEC, kept, ({ savedUnder }) => told.push(savedUnder));
    visit();
    visit();
    kept.texts[PREFERENCES_SPEC.key] = "{second";
    visit();
    expect(told).toEqual([UNREADABLE_KEY, UNREADABLE_KEY, `${UNREADABLE_KEY}-2`]);
    expect([kept.texts[UNREADABLE_KEY], kept.texts[`${UNREADABLE_KEY}-2`]]).toEqual([
      "{first",
      "{second",
    ]);
  });

  it("a_blocked_storage_does_not_stop_the_page", () => {
    const forbidden: TextStorage = {
      getItem: () => {
        throw new Error("forbidden");
      },
      setItem: () => {
        throw new Error("forbidden");
      },
      removeItem: () => undefined,
    };
    const store = createPersistentStore(PREFERENCES_SPEC, forbidden, () => undefined);
    store.set({ theme: "dark" });
    expect(store.get().theme).toBe("dark");
  });

  it("the_status_says_whether_the_value_is_stored", () => {
    const kept = storage({});
    let full = true;
    const sometimes: TextStorage = {
      ...kept,
      setItem(key, text) {
        if (full) throw new Error("full");
        kept.setItem(key, text);
      },
    };
    const store = createPersistentStore(PREFERENCES_SPEC, sometimes, () => undefined);
    expect(store.status.get().isSaved).toBe(true);
    store.set({ theme: "dark" });
    expect(store.status.get().isSaved).toBe(false);
    full = false;
    store.set({ shortcuts: false });
    expect(store.status.get().isSaved).toBe(true);
    expect(kept.texts[PREFERENCES_SPEC.key]).toContain('"dark"');
    expect(
      createPersistentStore(PREFERENCES_SPEC, null, () => undefined).status.get().isSaved,
    ).toBe(false);
  });

  it("two_tabs_keep_each_others_fields", () => {
    const kept = storage({});
    const [one, other] = [0, 1].map(() =>
      createPersistentStore(PREFERENCES_SPEC, kept, () => undefined),
    );
    one?.set({ theme: "dark" });
    other?.set({ shortcuts: false });
    one?.set({ layout: "projector" });
    // This tab keeps its own preference; the other tab's stays stored.
    expect(one?.get()).toMatchObject({ theme: "dark", shortcuts: true });
    expect(createPersistentStore(PREFERENCES_SPEC, kept, () => undefined).get()).toMatchObject({
      theme: "dark",
      shortcuts: false,
      layout: "projector",
    });
  });

  it("a_text_that_can_be_neither_read_nor_moved_is_not_overwritten", () => {
    const kept = storage({ [PREFERENCES_SPEC.key]: "{" });
    const noRoom: TextStorage = {
      ...kept,
      setItem(key, text) {
        if (key !== PREFERENCES_SPEC.key) throw new Error("full");
        kept.setItem(key, text);
      },
    };
    const told: string[] = [];
    const store = createPersistentStore(PREFERENCES_SPEC, noRoom, ({ savedUnder }) =>
      told.push(savedUnder),
    );
    store.set({ theme: "dark" });
    expect(kept.texts[PREFERENCES_SPEC.key]).toBe("{");
    expect(told).toEqual([PREFERENCES_SPEC.key]);
    expect(store.status.get().isSaved).toBe(false);
  });
});
