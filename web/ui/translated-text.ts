// A browser's translator replaces text nodes by elements of its own (Chrome: <font><font>...</font></font>). React keeps the
// text nodes that it made: it writes new values into nodes that nobody sees, and fails when it removes one or inserts before it.
// This file remembers which node shows a text instead of React's node: its *stand-in*.
//
//   React     text node "5 packets"    written: it takes the place of its stand-in, and the translator translates it again
//                    |                 removed: its stand-in is removed
//   page       <font>5 PACKETS</font>   inserted before: inserted before its stand-in
//
// One file for every text of the page, instead of an element around each text that has siblings: such a text would be forgotten
// somewhere, and the page would break only for readers of a translated page. On a page that nobody translates, this costs one
// look at each change of the page's nodes.

/** By React's text node. */
const standIns = new WeakMap<Text, ChildNode>();
/** By stand-in: a translator may replace it by another one. */
const texts = new WeakMap<Node, Text>();
/** Texts that React has removed: it does not use them again. */
const removed = new WeakSet<Node>();

const native = {
  removeChild: Node.prototype.removeChild,
  insertBefore: Node.prototype.insertBefore,
};

const observer = new MutationObserver((records) => follow(records));

/** Follows every translator from now on. Called once, before React renders. */
export function followTranslators(): void {
  observer.observe(document.documentElement, { childList: true, subtree: true });
  // Both do what they did; only where the browser would throw an error, they look for the stand-in.
  Node.prototype.removeChild = function removeChild<T extends Node>(this: Node, child: T): T {
    if (child instanceof Text) removed.add(child);
    const shown = child.parentNode === this ? child : shownChild(this, child);
    // A text that somebody else has removed is gone already.
    if (shown === null && child instanceof Text) return child;
    native.removeChild.call(this, shown ?? child);
    return child;
  };
  Node.prototype.insertBefore = function insertBefore<T extends Node>(
    this: Node,
    added: T,
    before: Node | null,
  ): T {
    removed.delete(added);
    const isBeside = before === null || before.parentNode === this;
    const shown = isBeside ? before : shownChild(this, before);
    // Beside a text that is gone, the end is the best guess.
    const place = shown ?? (before instanceof Text ? null : before);
    return native.insertBefore.call(this, added, place) as T;
  };
}

/** The child of `parent` that shows a node: the node, its stand-in, or an element that was put around one of them. */
function shownChild(parent: Node, node: Node): Node | null {
  // What has happened since the observer was last called.
  follow(observer.takeRecords());
  let at: Node = node.parentNode !== parent && node instanceof Text ? standInOf(node) : node;
  while (at.parentNode !== null && at.parentNode !== parent) at = at.parentNode;
  return at.parentNode === parent ? at : null;
}

const standInOf = (text: Text): Node => standIns.get(text) ?? text;

function follow(records: readonly MutationRecord[]): void {
  for (const record of records) {
    if (record.type === "characterData") showAgain(record.target as Text);
    else {
      for (const node of record.removedNodes) findStandIn(node, record, records);
      for (const node of record.addedNodes) if (node instanceof Text) removeStandIn(node);
    }
  }
}

/** React has written a text that is not in the page: it is shown again, and the translator may translate it. */
function showAgain(text: Text): void {
  const standIn = standIns.get(text);
  if (standIn === undefined || standIn.contains(text)) return;
  forget(text, standIn);
  if (standIn.parentNode !== null) standIn.replaceWith(text);
}

/** The text is in the page again, because React has moved it or the reader wants the original text. */
function removeStandIn(text: Text): void {
  const standIn = standIns.get(text);
  if (standIn === undefined || !text.isConnected || standIn.contains(text)) return;
  forget(text, standIn);
  standIn.remove();
}

function forget(text: Text, standIn: ChildNode): void {
  standIns.delete(text);
  texts.delete(standIn);
}

/** Finds what was put in the place of a removed text or stand-in. */
function findStandIn(node: Node, record: MutationRecord, records: readonly MutationRecord[]): void {
  const text = node instanceof Text ? node : texts.get(node);
  if (text === undefined || removed.has(text) || record.target === text.parentNode) return;
  const added =
    record.addedNodes[0] ?? records.find((one) => isInPlace(one, record))?.addedNodes[0];
  if (added === undefined || added === text || added.parentNode !== record.target) return;
  const before = standIns.get(text);
  if (before !== undefined) texts.delete(before);
  standIns.set(text, added as ChildNode);
  texts.set(added, text);
  observer.observe(text, { characterData: true });
}

/** Whether a change has added one node in the place from which another change removed one. */
function isInPlace(change: MutationRecord, removal: MutationRecord): boolean {
  const [added, another] = change.addedNodes;
  if (added === undefined || another !== undefined || change.target !== removal.target)
    return false;
  return (
    removal.previousSibling === added ||
    removal.nextSibling === added ||
    (change.previousSibling === removal.previousSibling &&
      change.nextSibling === removal.nextSibling)
  );
}
