const usualRoom = 64 * 1024;

/** Maximum UTF-8 bytes of a UTF-16 unit. */
const maxUnitSize = 3;

/**
 * A buffer of encoded lines, divided into pieces of complete lines. Lines are encoded on arrival: retained
 * concatenated strings make garbage collection expensive.
 */
export class WaitingLines {
  readonly #pieceSize: number;
  #room: Buffer = Buffer.allocUnsafe(usualRoom);
  #begin = 0;
  #end = 0;
  /** End offsets of all pieces except the last. */
  #pieceEnds: number[] = [];
  #lastPiece = 0;

  /** @param pieceSize maximum bytes of a piece; one longer line is an exception */
  constructor(pieceSize: number) {
    this.#pieceSize = pieceSize;
  }

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

  /** The next piece to write; valid until the next addition or removal. */
  first(): Buffer {
    return this.#room.subarray(this.#begin, this.#pieceEnds[0] ?? this.#end);
  }

  /** Removes written bytes. @param count at most the size of the first piece */
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

  /** Replaces the buffer by one that begins with the same pending bytes. */
  #useRoom(room: Buffer): void {
    const moved = this.#begin;
    this.#room = room;
    this.#begin = 0;
    this.#end -= moved;
    this.#pieceEnds = this.#pieceEnds.map((end) => end - moved);
    this.#lastPiece = Math.max(0, this.#lastPiece - moved);
  }
}
