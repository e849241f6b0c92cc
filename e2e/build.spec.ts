// The built folder on a server, as it is deployed: with and without headers and compressed files, below a sub-path, in an
// iframe of another origin.
import { readdirSync, readFileSync } from "node:fs";
import { get } from "node:http";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { serve } from "../web/tools/build/server.mjs";
import { siteFolder } from "../web/tools/build/site.mjs";
import { expect, testInNewPage as test } from "./fixtures";
import { serveHostPage } from "./fixtures/host-page";
import { MOMENTS } from "./pages/lab-page";

test("a server that knows nothing about the site shows the lab in an iframe, and a sandboxed one says what is missing", async ({
  page,
  guard,
}) => {
  const types = { ".wasm": "application/octet-stream", ".js": "text/javascript" };
  const server = await serve(siteFolder, { base: "/~teacher/lab/", plain: true, types });
  const source = server.address + MOMENTS.collapsed;
  const host = await serveHostPage(`<!doctype html><title>A course</title>
    <iframe title="plain" width="1000" height="600" src="${source}"></iframe>
    <iframe title="sandboxed" width="1000" height="200" sandbox="allow-scripts" src="${source}"></iframe>`);
  for (const { address } of [server, host]) guard.allowOrigin(new URL(address).origin);
  guard.expect(/blocked by CORS policy/);
  guard.expect(/Failed to load resource: net::ERR_FAILED/);
  await page.goto(host.address);
  const headline = page.frameLocator('[title="plain"]').getByTestId("headline");
  await expect(headline).toHaveAttribute("data-diagnosis", "livelock_at_queue");
  const notice = page.frameLocator('[title="sandboxed"]').getByRole("alert");
  await expect(notice).toContainText("send the header “Access-Control-Allow-Origin: *”");
  const [script] = readdirSync(path.join(siteFolder, "assets")).filter((file) =>
    /^lab-.*\.js$/.test(file),
  );
  const answer = await fetch(`${server.address}assets/${script}`);
  expect(answer.headers.get("content-encoding")).toBeNull();
  await host.close();
  await server.close();
});

/** A server's answer as it is sent: Node's `fetch` decompresses it. */
function request(address: string, encodings: string) {
  return new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve) => {
    get(address, { headers: { "Accept-Encoding": encodings } }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => resolve({ headers: response.headers, body: Buffer.concat(parts) }));
    });
  });
}

test("our server sends compressed files, types and the headers that the hosting files name", async ({
  lab,
}) => {
  const names = readdirSync(path.join(siteFolder, "assets"));
  const scripts = names
    .filter((name) => /\.(js|css|wasm)$/.test(name))
    .map((name) => `assets/${name}`);
  const large = [...scripts, "index.html"].filter(
    (name) => readFileSync(path.join(siteFolder, name)).length >= 1024,
  );
  expect(large.length).toBeGreaterThan(40);
  for (const name of large) {
    for (const ending of ["br", "gz"]) {
      const decompress = ending === "br" ? brotliDecompressSync : gunzipSync;
      const file = path.join(siteFolder, name);
      expect(decompress(readFileSync(`${file}.${ending}`)).equals(readFileSync(file)), name).toBe(
        true,
      );
    }
  }
  const wasm = scripts.find((name) => /livelock_wasm.*\.wasm$/.test(name)) ?? "";
  const best = await request(lab + wasm, "gzip, deflate, br");
  expect(best.headers).toMatchObject({
    "content-encoding": "br",
    "content-type": "application/wasm",
    "cache-control": "public, max-age=31536000, immutable",
    "access-control-allow-origin": "*",
    vary: "Accept-Encoding",
  });
  // Brotli makes it smaller than gzip does, which has a budget in .size-limit.mjs.
  const zipped = await request(lab + wasm, "gzip");
  expect(best.body.length).toBeLessThan(0.9 * zipped.body.length);
  const older = await request(lab, "gzip");
  expect(older.headers).toMatchObject({ "content-encoding": "gzip", "cache-control": "no-cache" });
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(
    gunzipSync(older.body).toString(),
  )?.[1];
  const inPage = policy?.replaceAll("&#39;", "'") ?? "missing";
  for (const file of ["_headers", ".htaccess"]) {
    const text = readFileSync(path.join(siteFolder, file), "utf8");
    for (const part of [inPage, "Access-Control-Allow-Origin", "immutable"])
      expect(text, file).toContain(part);
  }
  const apache = readFileSync(path.join(siteFolder, ".htaccess"), "utf8");
  expect(apache).toContain("AddType application/wasm .wasm");
  expect(apache, "else .br files are in Breton").toContain("RemoveLanguage .br");
  const sent = /RewriteRule .*\(\?:(\S+?)\)/.exec(apache)?.[1]?.split("|") ?? [];
  const compressed = readdirSync(path.join(siteFolder, "assets")).filter((n) => n.endsWith(".br"));
  for (const name of compressed) expect(sent, name).toContain(name.split(".").at(-2));
  expect(readdirSync(siteFolder)).toEqual(expect.arrayContaining([".nojekyll", "404.html"]));
});
