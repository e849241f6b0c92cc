// Drags files over the page and drops them, as a person does with a mouse.
import type { Page } from "@playwright/test";

export interface TestFile {
  name: string;
  bytes: Buffer;
}

export const text = (name: string, words: string): TestFile => ({
  name,
  bytes: Buffer.from(words),
});

/** Drags files over an element. Returns functions that drop them there or take them away. */
export async function dragOver(page: Page, files: readonly TestFile[], target = ".machine-card") {
  const data = await page.evaluateHandle(
    (all) => {
      const held = new DataTransfer();
      for (const { name, bytes } of all) held.items.add(new File([new Uint8Array(bytes)], name));
      return held;
    },
    files.map(({ name, bytes }) => ({ name, bytes: [...bytes] })),
  );
  const at = page.locator(target).first();
  await at.dispatchEvent("dragover", { dataTransfer: data });
  return {
    drop: () => at.dispatchEvent("drop", { dataTransfer: data }),
    leave: () => at.dispatchEvent("dragleave", { dataTransfer: data }),
  };
}

export const drop = async (page: Page, files: readonly TestFile[], target?: string) =>
  (await dragOver(page, files, target)).drop();
