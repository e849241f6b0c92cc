// The content of the dialog that opens a capture file. When a link needs a capture that is not open, it asks for that file
// by name. The file is not sent anywhere.
import { useEffect, useId, useRef, useState } from "react";
import { tr } from "../../i18n/i18n";
import { rich } from "../../i18n/rich";
import { formatNumber } from "../../lib/format/numbers";
import { formatReading, readNumber } from "../../lib/format/parse-number";
import { openCaptureFile } from "../../engine/capture-file";
import type { Replayed } from "../../generated/model";
import { RefusedError } from "../../engine/problems";
import type { Machine } from "../../desk/lab/machine";
import type { LabState } from "../../desk/lab/lab-state";
import { describeProblem } from "../../model/scenario/setting-text";
import { useStore } from "../../lib/store";
import { NumberChoice } from "../../ui/number-choice";

const PACKETS_MAX = 1_000_000;

interface FormProps {
  lab: Machine;
  dropped: File | null;
  onDone(): void;
}

export function CaptureForm({ lab, dropped, onDone }: FormProps) {
  const wanted = useStore(lab.state, (state) => state.pendingLink);
  const [first, setFirst] = useState("");
  const id = useId();
  const { reading, problems, read } = useCaptureReader(
    lab,
    wanted?.capture.packets ?? packetCount(first),
    onDone,
  );
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  useEffect(() => {
    if (dropped !== null) void latest.current(dropped);
  }, [dropped]);

  return (
    <div className="capture">
      {wanted !== null && <WantedCapture capture={wanted.capture} />}
      <p>
        {tr(`Choose a pcap or pcapng file, as tcpdump -w and Wireshark write it. You can also drop it
            anywhere on the lab. The packets arrive at the times in the file, with their lengths;
            nothing else of the file is used. The file stays on this computer.`)}
      </p>
      {wanted === null && <CurrentCapture lab={lab} />}
      {wanted === null && <PacketCount first={first} onChange={setFirst} />}
      <label className="capture-field">
        <span>{tr("Capture file")}</span>
        <input
          type="file"
          accept=".pcap,.pcapng,.cap"
          aria-disabled={reading}
          aria-describedby={id}
          // Only one file at a time. The input is not disabled, so that it keeps the focus.
          onClick={(event) => reading && event.preventDefault()}
          onChange={(event) => {
            const [file] = reading ? [] : (event.target.files ?? []);
            // Clearing the value allows the same file to be chosen again after it was corrected.
            if (file !== undefined) void read(file);
            event.target.value = "";
          }}
        />
      </label>
      {reading && <p role="status">{tr("Reading the file …")}</p>}
      <div id={id} role="alert" className="capture-problems">
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
    </div>
  );
}

/** Reads a capture file and opens its machine. `packets`: how many to use, 0 for all; null if no number is allowed. */
function useCaptureReader(lab: Machine, packets: number | null, onDone: () => void) {
  const [reading, setReading] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  // Closing the form cancels reading: a capture that is ready later must not start a machine.
  const reader = useRef<AbortController>(null);
  useEffect(() => () => reader.current?.abort(), []);

  async function read(file: File): Promise<void> {
    if (packets === null) return;
    reader.current?.abort();
    const { signal } = (reader.current = new AbortController());
    setReading(true);
    setProblems([]);
    try {
      await lab.replayCapture(await openCaptureFile(file, packets, signal));
      onDone();
    } catch (error) {
      if (signal.aborted) return;
      setProblems(
        error instanceof RefusedError ? error.problems.map(describeProblem) : [String(error)],
      );
    } finally {
      if (!signal.aborted) setReading(false);
    }
  }
  return { reading, problems, read };
}

/** The number of packets that was typed; 0 for all, null if it is not allowed. */
function packetCount(typed: string): number | null {
  if (typed.trim() === "") return 0;
  const count = readNumber(typed, "packets", { isWhole: true });
  const value = count.kind === "number" ? count.value : -1;
  return Number.isInteger(value) && value >= 0 && value <= PACKETS_MAX ? value : null;
}

type Capture = NonNullable<LabState["pendingLink"]>["capture"];

/** What a link to a capture needs. */
function WantedCapture({ capture }: { capture: Capture }) {
  return (
    <p role="status">
      {rich(
        `This link needs <strong>{file}</strong>, {packets} packets with the fingerprint
          <span>{digest}</span>. Open that file, and the lab shows the moment of the link.`,
        {
          file: capture.file,
          packets: formatNumber(capture.packets),
          digest: capture.digest,
          strong: <strong />,
          span: <span className="mono" />,
        },
      )}
    </p>
  );
}

function PacketCount({ first, onChange }: { first: string; onChange(typed: string): void }) {
  const id = useId();
  const count = readNumber(first, "packets", { isWhole: true });
  const isWrong = packetCount(first) === null;
  const allowed = tr("Allowed: whole numbers, {allowed}", {
    allowed: tr("{min} to {max}", { min: 1, max: formatNumber(PACKETS_MAX) }),
  });
  return (
    <>
      <label className="capture-field">
        <span>{tr("Number of packets to use, from the start of the file")}</span>
        <input
          className="text-entry mono"
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder={tr("all")}
          value={first}
          aria-invalid={isWrong}
          aria-describedby={`${id}-count`}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
      <p id={`${id}-count`} role="status" className="capture-count">
        {isWrong && count.kind === "ambiguous" ? (
          <NumberChoice values={count.values} onChoose={(one) => onChange(formatReading(one))} />
        ) : (
          isWrong && allowed
        )}
      </p>
    </>
  );
}

/** Shows the capture that is open now, and how the wire delays or shortens its packets. */
function CurrentCapture({ lab }: { lab: Machine }) {
  const capture = useStore(lab.state, (state) => state.scenario?.capture);
  const [replayed, setReplayed] = useState<Replayed | null>(null);
  useEffect(() => {
    let isMounted = true;
    void lab.captureReport().then((answer) => isMounted && setReplayed(answer));
    return () => {
      isMounted = false;
    };
  }, [lab, capture]);
  if (capture === undefined || replayed === null) return null;
  return (
    <p>
      {rich(
        `Now open: <strong>{file}</strong>, {packets, plural, one {# packet} other {# packets}} in
          {fixed} s. {delays}`,
        {
          file: capture.file,
          packets: replayed.packets,
          fixed: replayed.recorded_s.toFixed(3),
          delays: describeDelays(replayed),
          strong: <strong />,
        },
      )}{" "}
      {replayed.recorded_s === 0 &&
        tr(
          "All its packets have the same time. So the capture has no rate, and no curve can be drawn with it.",
        )}
    </p>
  );
}

function describeDelays({ waited, waited_us_max, shortened, longest_bytes }: Replayed): string {
  const waiting =
    waited === 0
      ? tr("All packets could be sent at their times.")
      : tr(
          `So far {waited} packets came faster than the wire can carry them. They waited for the
        wire, at most {number} µs.`,
          { waited: formatNumber(waited), number: formatNumber(Math.round(waited_us_max)) },
        );
  if (shortened === 0) return waiting;
  return tr(
    `{waiting} {shortened} packets are longer than this network allows; they count as
    {longest_bytes} bytes.`,
    { waiting, shortened: formatNumber(shortened), longest_bytes: formatNumber(longest_bytes) },
  );
}
