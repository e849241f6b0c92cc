// Computes the formulas of `::equals`: numbers, + - * / and brackets. Contains no names: those of a variant's values are
// replaced before.

type Tokens = string[];

/** null: the text is no formula, or its value is not finite. */
export function evaluateFormula(text: string): number | null {
  const tokens: Tokens = text.match(/\d+(?:\.\d+)?|\S/g) ?? [];
  const value = readSum(tokens);
  return tokens.length === 0 && Number.isFinite(value) ? value : null;
}

function readSum(tokens: Tokens): number {
  let value = readProduct(tokens);
  while (tokens[0] === "+" || tokens[0] === "-") {
    const sign = tokens.shift() === "+" ? 1 : -1;
    value += sign * readProduct(tokens);
  }
  return value;
}

function readProduct(tokens: Tokens): number {
  let value = readOperand(tokens);
  while (tokens[0] === "*" || tokens[0] === "/") {
    const isProduct = tokens.shift() === "*";
    const operand = readOperand(tokens);
    value = isProduct ? value * operand : value / operand;
  }
  return value;
}

/** A number, or a sum in brackets. NaN: something else. */
function readOperand(tokens: Tokens): number {
  const token = tokens.shift() ?? "";
  if (token !== "(") return /^\d/.test(token) ? Number(token) : NaN;
  const value = readSum(tokens);
  return tokens.shift() === ")" ? value : NaN;
}
