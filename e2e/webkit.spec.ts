// The core set in WebKitGTK, the Linux build of Safari's engine, driven over WebDriver on an X server without a screen.
// Left out: errors that the console reports before the page's first script, because WebDriver cannot read the console.
import { once } from "node:events";
import { createServer } from "node:net";
import { type ChildProcess, spawn } from "node:child_process";
import { Builder, By, Capabilities, error, Key, type WebDriver } from "selenium-webdriver";
import { findWebKit } from "../web/toolchain/chromium.mjs";
import { expect, test } from "./fixtures";
import { expectCoreSet } from "./pages/core-set";

test("WebKit: the lab opens, runs, steps, draws its curve, keeps its link; a lesson accepts an answer", async ({
  lab,
}) => {
  const found = findWebKit();
  test.skip(found === undefined, "WebKitGTK is not installed: webkit2gtk-driver, xvfb");
  if (found === undefined) return;
  try {
    await openAndCheck(found, lab);
  } catch (problem) {
    // On a busy machine WebKitGTK's driver may end the session ("page crash or hang"). A second time is a failure.
    if (!(problem instanceof error.NoSuchSessionError)) throw problem;
    await openAndCheck(found, lab);
  }
});

async function openAndCheck(found: NonNullable<ReturnType<typeof findWebKit>>, lab: string) {
  const programs: ChildProcess[] = [];
  try {
    const screen = spawn(
      found.display,
      ["-displayfd", "3", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"],
      { stdio: ["ignore", "ignore", "ignore", "pipe"] },
    );
    programs.push(screen);
    const [number] = (await once(screen.stdio[3] as NodeJS.ReadableStream, "data")) as [Buffer];
    const port = await freePort();
    const env = { ...process.env, DISPLAY: `:${number.toString().trim()}`, GDK_BACKEND: "x11" };
    programs.push(
      spawn(found.driver, [`--port=${port}`, "--host=127.0.0.1"], { env, stdio: "ignore" }),
    );
    const driver = await startBrowser(port, found.browser);
    try {
      await driver.manage().window().setRect({ width: 1280, height: 900 });
      await expectCoreSet(remotePage(driver), lab);
    } finally {
      await driver.quit();
    }
  } finally {
    for (const program of programs.reverse()) program.kill();
  }
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

function remotePage(driver: WebDriver) {
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
