/** Deliberate differences between the answers of Hexipam and the recording. */
import { readLines } from './recording.js';

/** The reason for a different answer, and the expected answer. */
export interface DeliberateDifference {
  readonly seq: number;
  readonly reason: string;
  readonly answer: ComparableAnswer;
}

/** An answer without values that differ in each run. */
export interface ComparableAnswer {
  readonly status: number;
  /** The value of a JSON answer, or the text of another answer. */
  readonly body: unknown;
}

/** By sequence number. A test fails if the answer of the service equals the recorded one, or is a third one. */
export const deliberateDifferences: ReadonlyMap<number, DeliberateDifference> = new Map(
  readLines<DeliberateDifference>('deliberate-differences.jsonl').map((difference) => [difference.seq, difference]),
);
