// Facts about two columns: the order of the address is that of the page, whatever the views are.
import { expect, test } from "vitest";
import { EMBED_VIEWS, isComparedView, type EmbedView } from "../../desk/embed/embed-views";
import { divideIntoColumns, suitsColumns } from "./columns";

const columnsOf = (text: string) => {
  const divided = divideIntoColumns(text.split(",") as EmbedView[]);
  return divided && { ...divided, columns: divided.columns.map((views) => views.join(",")) };
};

test("every_order_of_the_views_is_the_order_of_the_page", () => {
  const single = EMBED_VIEWS.filter((view) => !isComparedView(view));
  for (let turn = 0; turn < single.length; turn++) {
    const turned = [...single.slice(turn), ...single.slice(0, turn)];
    for (const views of [turned, [...turned].reverse(), turned.slice(0, 3)]) {
      const divided = divideIntoColumns(views);
      const shown = [divided?.above, ...(divided?.columns ?? []), divided?.below].flat();
      expect(shown).toEqual(views);
      expect(divided?.columns.every((column) => column.length > 0)).toBe(true);
    }
  }
});

test("a_sentence_before_the_machine_is_before_it", () => {
  expect(columnsOf("sentence,machine")).toMatchObject({
    columns: ["sentence", "machine"],
    wide: 1,
  });
  expect(columnsOf("sentence,machine,curve,knobs")).toMatchObject({
    columns: ["sentence,machine", "curve,knobs"],
    wide: 0,
  });
  expect(columnsOf("machine,timeline,sentence,curve")).toMatchObject({
    columns: ["machine,timeline", "sentence,curve"],
    wide: 0,
  });
});

test("buttons_for_the_time_are_across_at_the_ends_and_in_a_column_between", () => {
  expect(columnsOf("transport,machine,sentence")).toMatchObject({
    above: ["transport"],
    below: [],
  });
  expect(columnsOf("machine,sentence,transport")).toMatchObject({
    above: [],
    below: ["transport"],
  });
  expect(columnsOf("machine,transport,sentence")).toMatchObject({
    columns: ["machine", "transport,sentence"],
  });
  expect(columnsOf("transport")).toBeNull();
  expect(columnsOf("transport,machine,transport")).toBeNull();
});

test("a_page_has_two_columns_unasked_only_for_pictures_beside_something_else", () => {
  expect(suitsColumns(["machine", "sentence"])).toBe(true);
  expect(suitsColumns(["machine", "timeline", "transport"])).toBe(false);
  expect(suitsColumns(["curve", "knobs"])).toBe(false);
});
