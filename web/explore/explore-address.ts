// The address of the page Explore: "#/explore?by=paper&find=livelock". An address with the field "find" puts the focus into
// the search field, even if the field is empty.

export type View = "question" | "topic" | "paper";

export interface ExploreState {
  view: View;
  /** What was typed into the search field. */
  find: string;
  /** The search field gets the focus when the page opens. */
  isSearchWanted: boolean;
}

/** Opens the page with the focus in the search field. */
export const SEARCH_HASH = "#/explore?find=";

/** Parses an address. Unknown fields and values count as left out. */
export function parseExploreHash(hash: string): ExploreState {
  const fields = new URLSearchParams(/\?(.*)$/s.exec(hash)?.[1] ?? "");
  const by = fields.get("by");
  return {
    view: by === "topic" || by === "paper" ? by : "question",
    find: fields.get("find") ?? "",
    isSearchWanted: fields.has("find"),
  };
}

export function exploreHash({ view, find }: ExploreState): string {
  const fields = new URLSearchParams();
  if (view !== "question") fields.set("by", view);
  if (find !== "") fields.set("find", find);
  const text = fields.toString();
  return text === "" ? "#/explore" : `#/explore?${text}`;
}
