// Facts about copying by a notice's button: success and refusal are both told.
import { expect, it } from "vitest";
import { copyAndNotify } from "./copy-aloud";
import { createNotices } from "./notices";

const LINK = "#/lab?scenario=lab";

it("what_was_copied_is_told", async () => {
  const notices = createNotices(() => undefined);
  const written: string[] = [];
  await copyAndNotify(LINK, (text) => (written.push(text), Promise.resolve()), notices);
  expect(written).toEqual([LINK]);
  expect(notices.store.get().list).toMatchObject([{ tone: "done", title: "Copied" }]);
});

it("a_refusal_is_told_with_the_text_to_select", async () => {
  const notices = createNotices(() => undefined);
  await copyAndNotify(LINK, () => Promise.reject(new Error("not allowed")), notices);
  const [told] = notices.store.get().list;
  expect(told?.title).toBe("The browser did not allow copying");
  expect(told?.text).toContain(LINK);
});
