export interface SinkMessage {
  /** Id of the event; equal in repeated messages. */
  readonly id: string;
  /** Key of the object. The broker stores messages with the same key in order. */
  readonly key: string;
  /** hexipam.KIND.ACTION */
  readonly type: string;
  /** A CloudEvent as JSON. */
  readonly body: string;
}

export const sinkContentType = 'application/cloudevents+json; charset=UTF-8';

export interface EventSink {
  /**
   * Resolves when the broker has stored all messages, within a bounded time. A message is sent after the broker has stored all
   * earlier messages with its key.
   * @param stop ends the wait; the broker may have stored messages
   * @throws SinkFailure; the broker may have stored any of the messages
   */
  publish(messages: readonly SinkMessage[], stop?: AbortSignal): Promise<void>;
  /** Closes the connections. A later `publish` opens new ones. */
  close(): Promise<void>;
}

/** A failure of the broker. The message is the reason, without secrets. */
export class SinkFailure extends Error {
  override readonly name = 'SinkFailure';
  /** Whether the broker refused the size of the messages. */
  readonly isTooLarge: boolean;

  constructor(reason: string, isTooLarge = false) {
    super(reason);
    this.isTooLarge = isTooLarge;
  }
}
