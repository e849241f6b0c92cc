// Copies a text for who pressed a button that stays, and tells what came of it. A browser may refuse: then the
// text itself is told, to be selected.
import type { Notices } from "./notices";

export async function copyAndNotify(
  text: string,
  write: (text: string) => Promise<void>,
  notices: Notices,
): Promise<void> {
  const tell = (tone: "done" | "bad", title: string, words: string[]) =>
    notices.show({ key: "copied", tone, title, text: words, actions: [] });
  try {
    await write(text);
    tell("done", "Copied", []);
  } catch {
    tell("bad", "The browser did not allow copying", ["Select this and copy it:", text]);
  }
}
