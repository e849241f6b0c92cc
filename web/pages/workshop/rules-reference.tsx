// The rules that a kernel has to keep, as a list: what breaks each, what a real kernel does then, and programs that break it on
// purpose. A learner who has met a fault once knows it again.
// Loaded when it is opened: the programs are its largest part.
import { tr } from "../../i18n/i18n";
import { translateMessage } from "../../i18n/model-texts";
import { upperFirst } from "../../lib/format/sentence";
import { RULES, type BrokenRule, type Rule } from "../../desk/workshop/broken-rules";
import { Button } from "../../ui/button";

interface RulesProps {
  /** Opens a program that breaks a rule, and runs it on its machine. */
  onBreak(program: BrokenRule): void;
}

export function Rules({ onBreak }: RulesProps) {
  return (
    <>
      <p>
        {tr(`Most of these faults stay hidden in a real kernel until the load is high. Break each rule once on
          purpose: then you know what you see. The program that is open now is kept.`)}
      </p>
      <ol className="workshop-list">
        {RULES.map((rule) => (
          <RuleItem key={rule.number} {...{ rule, onBreak }} />
        ))}
      </ol>
    </>
  );
}

function RuleItem({ rule, onBreak }: RulesProps & { rule: Rule }) {
  const { number, name, when, real, halts, programs } = rule;
  return (
    <li>
      <h4>
        <span className="mono">P{number}</span> {translateMessage(name)}
      </h4>
      <p>{translateMessage(when)}</p>
      <p className="muted">
        {translateMessage(real)}{" "}
        {halts
          ? tr("Here the machine stops at the line.")
          : tr("Here it is told, and the machine goes on.")}
      </p>
      {programs.length > 0 && (
        <ul className="workshop-breaks">
          {programs.map((program) => (
            <li key={program.file}>
              <Button
                aria-label={`${tr("Break it")}: ${tr(program.says)}`}
                onClick={() => onBreak(program)}
              >
                {tr("Break it")}
              </Button>
              <span>{asSentence(tr(program.says))}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** A name of the program keeps its letters. */
const asSentence = (text: string) => (text.startsWith("netisr ") ? text : upperFirst(text));
