// Serves dist/ until the process ends, after one look whether the wanted page answers.

import { step } from "./step.mjs";
import { Failure } from "./failure.mjs";
import { serve } from "./server.mjs";
import { siteFolder } from "./site.mjs";

/**
 * @param {string} page path of the page below dist/, "" for the lab
 * @param {number} port the port to try first
 * @returns {Promise<string>} the page's address
 */
export async function servePage(page, port) {
  return step("server", async () => {
    const { address } = await serve(siteFolder, { port });
    const response = await fetch(address + page);
    const text = await response.text();
    if (response.status !== 200 || !text.includes("<script")) {
      throw new Failure(
        `${address + page} answers ${response.status}`,
        "delete dist/ and run the command again",
      );
    }
    return address + page;
  });
}
