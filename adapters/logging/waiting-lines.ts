/** How much room there is, in bytes, unless more waits. */
const usualRoom = 64 * 1024;

/** How many bytes a UTF-16 unit takes in UTF-8 at most. */
const maxUnitSize = 3;

/**
 * Lines that wait to be written, as bytes, in pieces of whole lines. A line becomes bytes when it comes: texts that are put
 * together from many parts cost the collection of garbage, the more so the longer they wait. So an entry costs a third less.
 */
export class WaitingLines {
  readonly #pieceSize: number;
  #room: Buffer = Buffer.allocUnsafe(usualRoom);
  #begin = 0;
  #end = 0;
  /** Where the pieces end, but for the last one. */
  #pieceEnds: number[] = [];
  /** Where the last piece begins. */
  #lastPiece = 0;

  /** @param pieceSize bytes of a piece at most, but for a line that is longer */
  constructor(pieceSize: number) {
    this.#pieceSize = pieceSize;
  }

  /** How much waits, in bytes. */
  get size(): number {
    return this.#end - this.#begin;
  }

  add(line: string): void {
    const needed = line.length * maxUnitSize;
    if (this.#end + needed > this.#room.length) this.#makeRoom(needed);
    const end = this.#end + this.#room.write(line, this.#end);
    if (end - this.#lastPiece > this.#pieceSize && this.#end > this.#lastPiece) {
      this.#pieceEnds.push(this.#end);
      this.#lastPiece = this.#end;
    }
    this.#end = end;
  }

  /** What is to be written next; it is somebody else's as soon as anything is added or removed. */
  first(): Buffer {
    return this.#room.subarray(this.#begin, this.#pieceEnds[0] ?? this.#end);
  }

  /** Forgets what was written. @param count bytes, at most those of the first piece */
  remove(count: number): void {
    this.#begin += count;
    if (this.#begin === this.#pieceEnds[0]) this.#pieceEnds.shift();
    if (this.#begin === this.#end) this.#useRoom(this.#room.length > usualRoom ? Buffer.allocUnsafe(usualRoom) : this.#room);
  }

  #makeRoom(needed: number): void {
    const room = Buffer.allocUnsafe(Math.max(usualRoom, 2 * (this.size + needed)));
    this.#room.copy(room, 0, this.#begin, this.#end);
    this.#useRoom(room);
  }

  /** What waits stands at the beginning of the room given. */
  #useRoom(room: Buffer): void {
    const moved = this.#begin;
    this.#room = room;
    this.#begin = 0;
    this.#end -= moved;
    this.#pieceEnds = this.#pieceEnds.map((end) => end - moved);
    this.#lastPiece = Math.max(0, this.#lastPiece - moved);
  }
}
