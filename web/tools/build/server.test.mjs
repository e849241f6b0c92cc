// The file server: content types, sub-paths, and nothing outside the folder.

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { serve } from "./server.mjs";

const outer = mkdtempSync(path.join(tmpdir(), "served-"));
const folder = path.join(outer, "dist");
mkdirSync(path.join(folder, "gallery"), { recursive: true });
mkdirSync(path.join(outer, "dist-secret"));
writeFileSync(path.join(folder, "index.html"), "<!doctype html>lab");
writeFileSync(path.join(folder, "lab.wasm"), "wasm");
writeFileSync(path.join(folder, "gallery", "index.html"), "<!doctype html>gallery");
writeFileSync(path.join(outer, "secret.txt"), "secret");
writeFileSync(path.join(outer, "dist-secret", "secret.txt"), "secret");

/** @type {import("./server.mjs").RunningServer} */
let server;

beforeEach(async () => {
  server = await serve(folder, { base: "/a/b/" });
});
afterEach(() => server.close());

/**
 * Sends a request with this exact path. fetch would normalise the path first.
 * @param {string} target
 * @returns {Promise<string>} the whole answer
 */
function rawRequest(target) {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(Number(new URL(server.address).port), "127.0.0.1");
    socket.setEncoding("utf8").on("data", (text) => (answer += text));
    socket.on("close", () => resolve(answer));
    socket.end(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  });
}

test("a folder answers with its index", async () => {
  expect(await (await fetch(server.address)).text()).toContain("lab");
  expect(await (await fetch(`${server.address}gallery/`)).text()).toContain("gallery");
});

test("the address of a folder without its slash is redirected to the one with the slash", async () => {
  const response = await fetch(`${server.address}gallery`, { redirect: "manual" });
  expect(response.status).toBe(301);
  expect(response.headers.get("Location")).toBe("/a/b/gallery/");
});

test("wasm has its own content type, unless the server gets another one", async () => {
  const usual = await fetch(`${server.address}lab.wasm`);
  expect(usual.headers.get("Content-Type")).toBe("application/wasm");
  const wrongType = await serve(folder, { types: { ".wasm": "text/plain" } });
  const answer = await fetch(`${wrongType.address}lab.wasm`);
  expect(answer.headers.get("Content-Type")).toBe("text/plain");
  await wrongType.close();
});

test("a file that has not changed is not sent again", async () => {
  const first = await fetch(server.address);
  expect(first.headers.get("Cache-Control")).toBe("no-cache");
  const etag = first.headers.get("ETag") ?? "";
  const again = await fetch(server.address, { headers: { "If-None-Match": etag } });
  expect(again.status).toBe(304);
});

test("an address outside the sub-path is not found", async () => {
  const { origin } = new URL(server.address);
  expect((await fetch(`${origin}/`)).status).toBe(404);
  expect((await fetch(`${origin}/a/b`)).status).toBe(404);
});

test.each([
  "/a/b/../secret.txt",
  "/a/b/../../../secret.txt",
  "/a/b/%2e%2e/secret.txt",
  "/a/b/..%2fsecret.txt",
  "/a/b/..%2fdist-secret/secret.txt",
  "/a/b/gallery/../../secret.txt",
  "//a/b/../secret.txt",
])("%s does not leave the folder", async (target) => {
  const answer = await rawRequest(target);
  expect(answer).toContain("404");
  expect(answer).not.toContain("secret");
});

test("an address that cannot be decoded is refused", async () => {
  expect(await rawRequest("/a/b/%zz")).toContain("400");
  expect(await rawRequest("/a/b/%00")).toContain("400");
});

test("only reading is allowed", async () => {
  expect((await fetch(server.address, { method: "POST" })).status).toBe(405);
  const head = await fetch(server.address, { method: "HEAD" });
  expect(head.status).toBe(200);
  expect(await head.text()).toBe("");
});

test("a taken port is replaced by a free one", async () => {
  const taken = Number(new URL(server.address).port);
  const second = await serve(folder, { port: taken });
  expect(Number(new URL(second.address).port)).not.toBe(taken);
  expect((await fetch(second.address)).status).toBe(200);
  await second.close();
});

test("a page is told that there is no service worker, and an earlier copy is forgotten", async () => {
  writeFileSync(path.join(folder, "service-worker.js"), "stored");
  const address = `${server.address}service-worker.js`;
  expect((await fetch(address, { method: "HEAD" })).status).toBe(204);
  const worker = await fetch(address, { headers: { "Service-Worker": "script" } });
  expect(worker.headers.get("Content-Type")).toBe("text/javascript");
  expect(await worker.text()).toContain("registration.unregister()");
});

test("a worker that is stopped while it forgets copies forgets them when a page asks", async () => {
  const address = `${server.address}service-worker.js`;
  const script = await (await fetch(address, { headers: { "Service-Worker": "script" } })).text();
  const scope = "http://host/folder/";
  const copies = new Set([`livelock-lab ${scope} 1`, "of another site"]);
  /** @type {Map<string, (event: object) => void>} */
  const listeners = new Map();
  /** @type {string[][]} */
  const leftAtEnd = [];
  let isStopped = true;
  const stopped = () => (isStopped ? Promise.reject(new Error("stopped")) : Promise.resolve(true));
  const caches = {
    keys: async () => [...copies],
    delete: async (/** @type {string} */ name) => (await stopped()) && copies.delete(name),
  };
  const registration = { scope, unregister: async () => leftAtEnd.push([...copies]) };
  /** @type {(type: string, listener: (event: object) => void) => void} */
  const listen = (type, listener) => void listeners.set(type, listener);
  const run = new Function("addEventListener", "registration", "caches", "skipWaiting", script);
  run(listen, registration, caches, () => undefined);
  /** @type {(type: string, event?: object) => Promise<unknown>} */
  const send = async (type, event) => {
    /** @type {Promise<unknown>[]} */
    const ends = [];
    const waitUntil = (/** @type {Promise<unknown>} */ end) => void ends.push(end);
    listeners.get(type)?.({ ...event, waitUntil });
    return Promise.allSettled(ends);
  };
  await send("activate");
  expect(leftAtEnd).toEqual([]);
  isStopped = false;
  await send("message", { data: { type: "FACTS" }, ports: [] });
  expect(leftAtEnd).toEqual([["of another site"]]);
});

test("a server that lets browsers keep a copy sends the service worker of the folder", async () => {
  writeFileSync(path.join(folder, "service-worker.js"), "stored");
  const other = await serve(folder, { offline: true });
  expect(await (await fetch(`${other.address}service-worker.js`)).text()).toBe("stored");
  await other.close();
});
