/** Where Hexipam means to answer otherwise than the recording. */
import { readLines } from './recording.js';

/** Why an answer is not the recorded one, and what it is instead. */
export interface DeliberateDifference {
  readonly seq: number;
  readonly reason: string;
  readonly answer: ComparableAnswer;
}

/** An answer as every run gives it. */
export interface ComparableAnswer {
  readonly status: number;
  /** What a JSON answer holds; the text of any other answer. */
  readonly body: unknown;
}

/**
 * By sequence number. An entry whose answer has become the recorded one makes a test fail, and so does one whose answer has
 * become a third one: the list stays true.
 */
export const deliberateDifferences: ReadonlyMap<number, DeliberateDifference> = new Map(
  readLines<DeliberateDifference>('deliberate-differences.jsonl').map((difference) => [difference.seq, difference]),
);
