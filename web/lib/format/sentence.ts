// Sentences that are put together from names.

/** "Receive ring" -> "receive ring". Abbreviations such as "IP" keep their capitals. */
export function lowerFirst(name: string): string {
  return /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}

/** "met: 3,200/s" -> "Met: 3,200/s". */
export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "Heavy load" -> "Heavy load."; "What happens beyond the limit?" stays. */
export function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
