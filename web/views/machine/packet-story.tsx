// A packet's story: what became of it, and every step that was spent on it, adding up to its cost.
import type { Ref } from "react";
import { Fate, type Frame } from "../../frame/frame";
import { fateSentence, packetName, readStory, type Story } from "../../frame/story";
import type { Topology } from "../../frame/topology";
import { duration, moment, thousands } from "../../frame/words";

export interface PacketStoryProps {
  topology: Topology;
  frame: Frame;
  packet: number;
  onSeek?(t: number): void;
  heading: Ref<HTMLHeadingElement>;
}

export function PacketStoryPanel(props: PacketStoryProps) {
  const { topology, frame, packet, onSeek, heading } = props;
  const story = readStory(frame, packet);
  if (story === null) {
    return (
      <>
        <h3 ref={heading} tabIndex={-1} className="inspector-title">
          {packetName(packet)}
        </h3>
        <p className="inspector-words">
          {frame.selected === packet
            ? "Its story is no longer kept: the trace has moved on."
            : "Looking up its story …"}
        </p>
      </>
    );
  }
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className="inspector-title">
        {packetName(packet)}
      </h3>
      <p
        className={
          story.fate === Fate.dropped ? "inspector-words inspector-lost" : "inspector-words"
        }
      >
        {fateSentence(topology, story, frame)}
      </p>
      {story.steps.length > 0 ? (
        <Steps topology={topology} story={story} now={frame.t} onSeek={onSeek} />
      ) : null}
    </>
  );
}

interface StepsProps {
  topology: Topology;
  story: Story;
  /** The shown time: a line parts what has been from what comes. */
  now: number;
  onSeek?(t: number): void;
}

function Steps({ topology, story, now, onSeek }: StepsProps) {
  const hertz = topology.clock_hz;
  const most = Math.max(...story.steps.map((step) => step.cycles));
  const wasted = story.fate === Fate.dropped;
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label="Steps spent on the packet">
      <table className="story-table">
        <thead>
          <tr>
            <th scope="col">Began</th>
            <th scope="col">Procedure</th>
            <th scope="col">Who</th>
            <th scope="col">CPU time</th>
            <th scope="col" aria-label="As a bar" />
          </tr>
        </thead>
        <tbody>
          {story.steps.map((step, index) => {
            const described = topology.steps[step.step];
            const before = story.steps[index - 1];
            const isNext = step.begin > now && (before === undefined || before.begin <= now);
            return (
              <tr key={index} className={isNext ? "story-next" : undefined}>
                <td>
                  {onSeek === undefined ? (
                    moment(step.begin, hertz)
                  ) : (
                    <button
                      type="button"
                      aria-label={`${moment(step.begin, hertz)}: ${described?.procedure ?? ""}, ${described?.label ?? ""}`}
                      onClick={() => onSeek(step.begin)}
                    >
                      {moment(step.begin, hertz)}
                    </button>
                  )}
                </td>
                <th scope="row">
                  <code>{described?.procedure}</code> <span>{described?.label}</span>
                </th>
                <td className="story-who">{topology.contexts[step.context]?.name}</td>
                <td>{duration(step.cycles, hertz)}</td>
                <td className="story-bar">
                  <div
                    className={wasted ? "story-wasted" : "story-spent"}
                    style={{ width: `${Math.max(2, (step.cycles / most) * 100)}%` }}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <td />
            <th scope="row">{wasted ? "All of it wasted" : "Together"}</th>
            <td />
            <td>
              {duration(story.invested, hertz)}
              <span className="story-cycles"> {thousands(story.invested)} cycles</span>
            </td>
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
