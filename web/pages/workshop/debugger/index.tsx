// The debugger of the open program, as a card that is folded at first. Its content is loaded when it is opened.
import { memo, useState } from "react";
import { tr } from "../../../i18n/i18n";
import { useStore } from "../../../lib/store";
import { Disclosure } from "../../../ui/disclosure";
import { lazyPart } from "../../../ui/lazy-part";
import type { DebuggerProps } from "./opened";

const OpenedDebugger = lazyPart(async () => (await import("./opened")).OpenedDebugger);

/** Memoized: what is around it renders whenever another line runs. */
export const DebuggerPanel = memo(function DebuggerPanel(props: DebuggerProps) {
  const { breakpoints } = props;
  const program = useStore(props.context.workshop.state, ({ open }) => open);
  /** Null: a program with breakpoints opens it. What a person has chosen holds for the next program too. */
  const [chosen, setOpen] = useState<boolean | null>(null);
  const summary =
    breakpoints.length === 0
      ? undefined
      : tr("{count, plural, one {# breakpoint} other {# breakpoints}}", {
          count: breakpoints.length,
        });
  return (
    <Disclosure
      label={tr("Debugger")}
      heading={3}
      className="debugger"
      summary={summary}
      open={chosen ?? breakpoints.length > 0}
      onToggle={setOpen}
    >
      <OpenedDebugger key={program} {...props} />
    </Disclosure>
  );
});
