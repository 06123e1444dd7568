/** A request, and the object whose level decides on it. The viewer has level 3 in the open section. */
export interface Sent {
  readonly path: string;
  readonly body?: object;
  readonly counts?: 'section' | 'subnet' | 'open' | 'nobody';
}
