// The topics and the papers of the page Explore, each with its name, in the order of the page. The names are in
// shelves.json, because some of them are names of designs.
import shelves from "./shelves.json";

export type TopicId = keyof typeof shelves.topics;

export const TOPICS = Object.entries(shelves.topics).map(([id, name]) => ({
  id: id as TopicId,
  name,
}));

/** The papers by the letter that begins a source. What is beyond the papers has a shelf of its own. */
export const PAPERS: readonly { letter: string; name: string }[] = shelves.papers;
