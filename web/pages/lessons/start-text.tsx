// The program that a task begins with, on paper: there is no editor to show it.
import { findChallenge } from "../../desk/challenges/challenge-table";

export function StartText({ challenge }: { challenge: string }) {
  return <pre className="printed-program">{findChallenge(challenge)?.skeleton}</pre>;
}
