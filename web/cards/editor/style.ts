// How the editor looks: the page's own colours, which follow the theme. The editor is in a shadow root, because the page's content
// security policy allows no style elements: there its style sheets are adopted.
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const colours = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.controlKeyword, tags.modifier],
    color: "var(--accent)",
    fontWeight: "600",
  },
  { tag: [tags.typeName, tags.standard(tags.typeName)], color: "var(--context-clock)" },
  {
    tag: [tags.comment, tags.lineComment, tags.blockComment],
    color: "var(--ink-2)",
    fontStyle: "italic",
  },
  { tag: [tags.string, tags.character], color: "var(--good)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--context-device)" },
  { tag: [tags.processingInstruction, tags.macroName], color: "var(--context-software)" },
]);

const look = EditorView.theme({
  "&": {
    height: "100%",
    color: "var(--ink)",
    backgroundColor: "var(--card)",
    fontSize: "var(--editor-size, 13px)",
  },
  // The ring is around the whole editor (workshop.css).
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "1.5", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink)", paddingBlock: "6px" },
  "&.cm-focused > .cm-scroller > .cm-content": { outline: "none" },
  ".cm-gutters": { backgroundColor: "var(--card)", color: "var(--ink-2)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "2.6ch", paddingInline: "4px 6px" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--ground)" },
  ".cm-running": { backgroundColor: "var(--accent-soft)" },
  ".cm-stopped": { boxShadow: "inset 3px 0 0 var(--ink)" },
  ".cm-breakpoints, .cm-breakpoints ~ .cm-lineNumbers": { cursor: "pointer" },
  ".cm-breakpoints ~ .cm-lineNumbers .cm-gutterElement:hover": {
    color: "var(--loss)",
    fontWeight: "700",
  },
  ".cm-breakpoints .cm-gutterElement": {
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    inlineSize: "18px",
  },
  ".cm-dot": {
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    inlineSize: "12px",
    blockSize: "12px",
    borderRadius: "50%",
    background: "var(--loss)",
    color: "var(--card)",
    fontSize: "10px",
    fontWeight: "700",
  },
  // A background has no colour there.
  "@media (forced-colors: active)": {
    ".cm-dot": { forcedColorAdjust: "none", background: "ButtonText", color: "ButtonFace" },
    ".cm-lint-marker-error": {
      forcedColorAdjust: "none",
      background: "ButtonText",
      color: "ButtonFace",
    },
  },
  ".cm-breakpoints .cm-gutterElement:empty:hover::after": {
    content: '""',
    inlineSize: "10px",
    blockSize: "10px",
    border: "2px solid var(--loss)",
    borderRadius: "50%",
  },
  ".cm-now .cm-gutterElement": { minWidth: "1.4em", textAlign: "center" },
  ".cm-runs": { color: "var(--accent)" },
  ".cm-stops": { color: "var(--ink)" },
  ".cm-costs .cm-gutterElement": { paddingInline: "0 6px", position: "relative" },
  ".cm-cost": { display: "block", position: "relative", fontSize: "12px" },
  ".cm-cost-visits": { display: "inline-block", minWidth: "5ch", textAlign: "end" },
  ".cm-cost-cycles": { display: "inline-block", minWidth: "7ch", textAlign: "end" },
  ".cm-cost-wasted": {
    position: "absolute",
    insetInlineEnd: "0",
    insetBlockEnd: "0",
    blockSize: "3px",
    background: "repeating-linear-gradient(135deg, var(--loss) 0 2px, transparent 2px 4px)",
  },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "var(--accent-soft)",
    outline: "1px solid var(--accent)",
  },
  ".cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket": {
    backgroundColor: "var(--ground)",
    outline: "1px dashed var(--ink)",
  },
  ".cm-specialChar": { color: "var(--accent)" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--accent)",
    textDecorationSkipInk: "none",
  },
  ".cm-lintPoint-error::after": { borderBottomColor: "var(--accent)" },
  // No round dot: that is a breakpoint.
  ".cm-lint-marker-error": {
    content: "normal",
    inlineSize: "14px",
    blockSize: "14px",
    borderRadius: "2px",
    background: "var(--accent)",
    color: "var(--accent-ink)",
    fontSize: "12px",
    fontWeight: "800",
    lineHeight: "14px",
    textAlign: "center",
  },
  ".cm-lint-marker-error::before": { content: '"!"' },
  ".cm-gutter-lint": { inlineSize: "16px" },
  ".cm-gutter-lint .cm-gutterElement": { paddingInline: "1px", paddingBlock: "2px" },
  ".cm-tooltip": {
    maxInlineSize: "min(420px, 90vw)",
    border: "1px solid var(--control-line)",
    borderRadius: "var(--radius-small)",
    backgroundColor: "var(--card)",
    color: "var(--ink)",
    boxShadow: "var(--shadow)",
    fontFamily: "var(--font-text)",
    fontSize: "var(--text-14)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--font-mono)", fontSize: "13px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { paddingBlock: "3px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    background: "var(--accent)",
    color: "var(--accent-ink)",
  },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
  ".cm-known": { padding: "6px 10px" },
  ".cm-known code": { fontFamily: "var(--font-mono)", fontSize: "13px", fontWeight: "600" },
  ".cm-known p": { margin: "4px 0 0" },
  ".cm-diagnostic": {
    padding: "6px 10px",
    borderInlineStart: "4px solid var(--accent)",
    marginInline: "0",
  },
  ".cm-diagnosticText": { whiteSpace: "pre-line" },
});

export const editorStyle: Extension = [look, syntaxHighlighting(colours)];
