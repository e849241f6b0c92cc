// The core set, a lecture, the stored copy and embedding in WebKitGTK, the Linux build of Safari's engine, driven over WebDriver
// on an X server without a screen.
// Left out: errors that the console reports before the page's first script, because WebDriver cannot read the console.
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { type ChildProcess, spawn } from "node:child_process";
import { Builder, By, Capabilities, error, Key, type WebDriver } from "selenium-webdriver";
import { findWebKit } from "../web/tools/browsers/chromium.mjs";
import { serve } from "../web/tools/build/server.mjs";
import { siteFolder } from "../web/tools/build/site.mjs";
import { expect, testInNewPage as test } from "./fixtures";
import { serveHostPage } from "./fixtures/host-page";
import { expectCoreSet } from "./pages/core-set";

test("WebKit: the lab opens, runs, steps, draws its curve, keeps its link; a lesson accepts an answer and saves its report; a lecture opens; the lab opens offline and embedded", async ({
  lab,
}) => {
  const found = findWebKit();
  test.skip(found === undefined, "WebKitGTK is not installed: webkit2gtk-driver, xvfb");
  if (found === undefined) return;
  try {
    await openAndCheck(found, lab);
  } catch (problem) {
    // On a busy machine WebKitGTK's driver may end the session ("page crash or hang"), or not understand its browser ("Could not
    // parse element info"). A second time is a failure.
    const ofDriver =
      problem instanceof error.NoSuchSessionError || /parse element/.test(String(problem));
    if (!ofDriver) throw problem;
    await openAndCheck(found, lab);
  }
});

async function openAndCheck(found: NonNullable<ReturnType<typeof findWebKit>>, lab: string) {
  const programs: ChildProcess[] = [];
  // WebKitGTK saves files in the home folder if the system names no folder for them.
  const home = await mkdtemp(path.join(tmpdir(), "livelock-webkit-"));
  try {
    const screen = spawn(
      found.display,
      ["-displayfd", "3", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"],
      { stdio: ["ignore", "ignore", "ignore", "pipe"] },
    );
    programs.push(screen);
    const [number] = (await once(screen.stdio[3] as NodeJS.ReadableStream, "data")) as [Buffer];
    const port = await freePort();
    const display = { DISPLAY: `:${number.toString().trim()}`, GDK_BACKEND: "x11" };
    const env = { ...process.env, ...display, HOME: home, XDG_CONFIG_HOME: home };
    programs.push(
      spawn(found.driver, [`--port=${port}`, "--host=127.0.0.1"], { env, stdio: "ignore" }),
    );
    const driver = await startBrowser(port, found.browser);
    try {
      await driver.manage().window().setRect({ width: 1280, height: 900 });
      await expectCoreSet(remotePage(driver, home), lab);
      await expectLecture(driver, lab);
      await expectEmbedded(driver, lab);
      await expectOffline(driver);
    } finally {
      await driver.quit();
    }
  } finally {
    for (const program of programs.reverse()) program.kill();
    await rm(home, { recursive: true, force: true });
  }
}

async function expectLecture(driver: WebDriver, lab: string): Promise<void> {
  await test.step("a lecture shows its first slide with a machine", async () => {
    await driver.get(`${lab}#/lecture/guest-10-minutes`);
    await expect.poll(() => textOf(driver, ".slide")).toMatch(/One router, one question/);
    await expect.poll(() => textOf(driver, "[data-testid=headline]")).toMatch(/gets through/);
  });
}

async function expectEmbedded(driver: WebDriver, lab: string): Promise<void> {
  await test.step("a page of another origin shows and drives an embedded lab", async () => {
    const fields = "views=sentence&scenario=lab&set=traffic.rate:12000&t=75000000&play=0";
    const host = await serveHostPage(`<!doctype html><title>A course</title>
      <iframe width="700" height="500" title="lab" src="${lab}embed.html#/embed?${fields}"></iframe>
      <script>
        const lab = document.querySelector("iframe").contentWindow;
        var seen = [];
        addEventListener("message", ({ source, data }) => {
          if (source === lab) seen.push(data.type === "ready" ? data.state.diagnosis.id : data.type);
          if (data.type === "ready") lab.postMessage({ livelock: 1, type: "set", settings: { "polling.enabled": true } }, "*");
        });
      </script>`);
    await driver.get(host.address);
    const seen = () => driver.executeScript<string[]>("return seen");
    await expect.poll(seen).toEqual(expect.arrayContaining(["livelock_at_queue", "done"]));
    await host.close();
  });
}

async function expectOffline(driver: WebDriver): Promise<void> {
  await test.step("the stored copy opens lab, lesson and figures after the server has stopped", async () => {
    const server = await serve(siteFolder, { base: "/some/folder/", offline: true });
    await driver.get(`${server.address}#/lab?scenario=lab&play=0`);
    const copy = () =>
      driver.executeAsyncScript<string>(
        `const answer = arguments[arguments.length - 1];
        navigator.serviceWorker.getRegistration().then((one) => answer(one?.active?.state ?? "none"));`,
      );
    await expect.poll(copy).toBe("activated");
    await server.close();
    for (const [hash, selector, text] of [
      ["#/lessons/receive-livelock", "h2", /^A router that keeps up/],
      ["#/figures", "h4", /figure 6-1/],
      ["#/lab?scenario=lab&play=0", "[data-testid=headline]", /gets through/],
    ] as const) {
      // Seen once of some forty runs: an empty page, whose cause is not known. It is opened once more, and the log says what was there.
      await expect(async () => {
        await driver.get("about:blank");
        await driver.get(`${server.address}${hash}`);
        await expect
          .poll(() => textOf(driver, selector), { timeout: 20_000 })
          .toMatch(text)
          .catch(async (problem: unknown) => {
            console.warn(
              `WebKit, offline, ${hash}:`,
              await driver.executeScript(`return [
              document.readyState, document.body?.innerText.slice(0, 300), navigator.serviceWorker?.controller?.state,
              performance.getEntriesByType("resource").map((one) => one.name + " " + one.responseStatus)]`),
            );
            throw problem;
          });
      }).toPass({ timeout: 45_000 });
    }
  });
}

/** The text of the first such element; "" while there is none. */
function textOf(driver: WebDriver, selector: string): Promise<string> {
  return driver.executeScript<string>(
    "return document.querySelector(arguments[0])?.innerText ?? ''",
    selector,
  );
}

/** Starts the browser as soon as its driver answers. */
async function startBrowser(port: number, binary: string): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: "MiniBrowser",
    "webkitgtk:browserOptions": { binary, args: ["--automation"] },
  });
  const server = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(`${server}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(answers).toBe(true);
  return new Builder()
    .disableEnvironmentOverrides()
    .usingServer(server)
    .withCapabilities(capabilities)
    .build();
}

function remotePage(driver: WebDriver, downloads: string) {
  const read = <T>(inPage: () => T) => driver.executeScript<T>(`return (${inPage.toString()})()`);
  const find = (selector: string) => driver.findElement(By.css(selector));
  return {
    async goto(address: string) {
      await driver.get(address);
      if (address !== "about:blank") await read(watchErrors);
    },
    read,
    click: async (selector: string) => find(selector).click(),
    async enter(selector: string, text: string) {
      const field = find(selector);
      await field.click();
      const before = String(await field.getAttribute("value"));
      await field.sendKeys(Key.END, Key.BACK_SPACE.repeat(before.length), text, Key.ENTER);
    },
    picture: async (selector: string) =>
      Buffer.from(await find(selector).takeScreenshot(), "base64"),
    downloads,
    errors: () => read(() => (globalThis as { seenErrors?: string[] }).seenErrors ?? []),
  };
}

/** Runs inside the page. Keeps every uncaught error and every error of the console. */
function watchErrors(): void {
  const here = globalThis as { seenErrors?: string[] };
  if (here.seenErrors !== undefined) return;
  const seen: string[] = (here.seenErrors = []);
  addEventListener("error", ({ message }) => seen.push(message));
  addEventListener("unhandledrejection", ({ reason }) => seen.push(String(reason)));
  const report = console.error;
  console.error = (...parts: unknown[]) => {
    seen.push(parts.map(String).join(" "));
    report(...parts);
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}
