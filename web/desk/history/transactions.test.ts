// Facts about which changes form one transaction.
import { beforeEach, describe, expect, it } from "vitest";
import { createTransactions, type Transactions } from "./transactions";

let wall = 0;
let transactions: Transactions;
beforeEach(() => {
  wall = 0;
  transactions = createTransactions(() => wall);
});

describe("transactions", () => {
  it("presses_soon_after_each_other_are_one_transaction", () => {
    const first = transactions.numberFor("rate");
    wall = 900;
    expect(transactions.numberFor("rate")).toBe(first);
    wall = 2_000;
    expect(transactions.numberFor("rate")).toBe(first + 1);
  });

  it("another_knob_begins_another_transaction", () => {
    const first = transactions.numberFor("rate");
    expect(transactions.numberFor("quota")).not.toBe(first);
  });

  it("a_drag_is_one_transaction_however_long_it_pauses", () => {
    transactions.setDragging(true);
    const first = transactions.numberFor("rate");
    wall = 10_000;
    expect(transactions.numberFor("rate")).toBe(first);
    transactions.setDragging(false);
    wall = 20_000;
    expect(transactions.numberFor("rate")).not.toBe(first);
  });

  it("begin_always_starts_a_new_transaction", () => {
    const first = transactions.numberFor("rate");
    transactions.begin();
    expect(transactions.numberFor("rate")).toBe(first + 2);
  });
});
