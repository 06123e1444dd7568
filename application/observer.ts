/** A request of the interface that is over: its answer is sent, or its connection has gone. */
export interface EndedRequest {
  readonly method: string;
  /** Its path as the description of the interface names it, e.g. `/subnets/{id}/`; undefined where it leads nowhere. */
  readonly route: string | undefined;
  readonly status: number;
  /** From when it was begun until it was over. */
  readonly milliseconds: number;
  /** The application, where it named one that there is. */
  readonly app: string | undefined;
  /** The user whose token it carries. */
  readonly user: string | undefined;
  /** The client's address. */
  readonly client: string;
  readonly requestId: string;
  /** The trace that it belongs to, if its `traceparent` names one. */
  readonly traceId: string | undefined;
  /** Whether not all of its answer was sent: the client has gone, or was cut. */
  readonly isCutOff: boolean;
  /** Whether it was a stream, which lasts as long as somebody listens. */
  readonly isStream: boolean;
}

/**
 * Is told what happens in the service, for whoever watches it. What it does must be quick, and must not fail. Whatever it does
 * not want to know it leaves out.
 */
export interface Observer {
  requestEnded?(request: EndedRequest): void;
}
