/** What a request sends, and the object whose level decides on it: in the open section the viewer has level 3. */
export interface Sent {
  readonly path: string;
  readonly body?: object;
  readonly counts?: 'section' | 'subnet' | 'open' | 'nobody';
}
