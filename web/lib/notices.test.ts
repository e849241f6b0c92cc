// Facts about which notices stay and which are dismissed.
import { describe, expect, it } from "vitest";
import { copyAndNotify, createNotices, type Notice } from "./notices";

const notice = (key: string, tone: Notice["tone"], title = key): Notice => ({
  key,
  tone,
  title,
  text: [],
  actions: [],
});

describe("notices", () => {
  it("a_later_notice_with_the_same_key_replaces_the_earlier_one", () => {
    const notices = createNotices(() => undefined);
    notices.show(notice("a", "bad", "first"));
    notices.show(notice("a", "bad", "second"));
    expect(notices.store.get().list.map(({ title }) => title)).toEqual(["second"]);
  });

  it("only_done_notices_are_dismissed_automatically", () => {
    const waiting: (() => void)[] = [];
    const notices = createNotices((run) => waiting.push(run));
    notices.show(notice("wrong", "bad"));
    notices.show(notice("undone", "done"));
    for (const run of waiting) run();
    expect(notices.store.get().list.map(({ key }) => key)).toEqual(["wrong"]);
  });

  it("a_newer_notice_outlives_the_older_ones_timer", () => {
    const waiting: (() => void)[] = [];
    const notices = createNotices((run) => waiting.push(run));
    notices.show(notice("undone", "done", "old"));
    notices.show(notice("undone", "done", "new"));
    waiting[0]?.();
    expect(notices.store.get().list.map(({ title }) => title)).toEqual(["new"]);
  });

  it("a_notice_with_a_button_stays_longer_and_is_not_dismissed_while_it_is_held", () => {
    const waiting: { run: () => void; milliseconds: number }[] = [];
    const notices = createNotices((run, milliseconds) => waiting.push({ run, milliseconds }));
    notices.show({ ...notice("undone", "done"), actions: [{ label: "Undo", run: () => {} }] });
    expect(waiting[0]?.milliseconds).toBeGreaterThanOrEqual(20_000);
    notices.hold("undone", true);
    waiting[0]?.run();
    expect(notices.store.get().list).toHaveLength(1);
    notices.hold("undone", false);
    waiting[1]?.run();
    expect(notices.store.get().list).toEqual([]);
  });
});

const LINK = "#/lab?scenario=lab";

it("a_copy_is_confirmed", async () => {
  const notices = createNotices(() => undefined);
  const written: string[] = [];
  await copyAndNotify(LINK, (text) => (written.push(text), Promise.resolve()), notices);
  expect(written).toEqual([LINK]);
  expect(notices.store.get().list).toMatchObject([{ tone: "done", title: "Copied" }]);
});

it("a_refused_copy_shows_the_text_to_select", async () => {
  const notices = createNotices(() => undefined);
  await copyAndNotify(LINK, () => Promise.reject(new Error("not allowed")), notices);
  const [told] = notices.store.get().list;
  expect(told?.title).toBe("The browser did not allow copying");
  expect(told?.text).toContain(LINK);
});
