// The guard itself: each test breaks one rule on purpose, and the guard must report it.
import { expect, testInNewPage as test } from "./fixtures";

test.beforeEach(async ({ page, lab }) => {
  await page.goto(lab);
});

test("reports a request to another host", async ({ page, guard }) => {
  guard.expect(/request to another host: http:\/\/elsewhere\.invalid\/picture\.png/);
  guard.expect(/content policy: img-src/);
  guard.expect(/^console: .*violates/);
  await page.evaluate(async () => {
    const image = new Image();
    const settled = new Promise((resolve) => (image.onerror = resolve));
    image.src = "http://elsewhere.invalid/picture.png";
    await settled;
  });
});

test("reports an inline style", async ({ page, guard }) => {
  guard.expect(/content policy: style-src-attr/);
  guard.expect(/^console: .*violates/);
  await page.evaluate(() => {
    document.body.setAttribute("style", "color: red");
  });
});

test("reports an error in the console", async ({ page, guard }) => {
  guard.expect(/^console: something is wrong \(/);
  await page.evaluate(() => {
    console.error("something is wrong");
  });
});

test("reports an error that was not caught", async ({ page, guard }) => {
  guard.expect(/^not caught: thrown on purpose$/);
  const heard = page.waitForEvent("pageerror");
  await page.evaluate(() => {
    // Not a sleep: the error is thrown outside of this call, where nothing catches it.
    setTimeout(() => {
      throw new Error("thrown on purpose");
    });
  });
  await heard;
});

test("reports a rejection that was not handled", async ({ page, guard }) => {
  guard.expect(/^not caught: rejected on purpose$/);
  const heard = page.waitForEvent("pageerror");
  await page.evaluate(() => {
    void Promise.reject(new Error("rejected on purpose"));
  });
  await heard;
});

test("reports a worker that fails and a worker's console", async ({ page, lab, guard }) => {
  guard.expect(/not caught: .*thrown in a worker/);
  guard.expect(/^console: logged in a worker \(/);
  const body = `console.error("logged in a worker"); throw new Error("thrown in a worker");`;
  await page.route(`${lab}failing.js`, (route) =>
    route.fulfill({ contentType: "text/javascript", body }),
  );
  const heard = page.waitForEvent("pageerror");
  await page.evaluate(() => {
    new Worker("failing.js");
  });
  await heard;
});

test("reports that an expected complaint is missing", ({ guard }) => {
  expect(guard.complaints()).toEqual([]);
  const pattern = /a complaint that never comes/;
  guard.expect(pattern);
  expect(guard.complaints()).toEqual([`expected but missing: ${pattern.source}`]);
  guard.forget(pattern);
});
