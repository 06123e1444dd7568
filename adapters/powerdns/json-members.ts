/** Maximum length of an object in characters. A name with several hundred records is far shorter. */
const longestObject = 4_194_304;

/**
 * Streams the objects of one list in a JSON object: `{"other": 1, "rrsets": [{...}, {...}]}`. Other members are skipped.
 * @throws SyntaxError for other or incomplete JSON
 */
export async function* objectsIn(chunks: AsyncIterable<string>, member: string): AsyncGenerator<unknown, void, undefined> {
  const scanner = new ObjectScanner(member);
  for await (const chunk of chunks) yield* scanner.scan(chunk);
  scanner.end();
}

class ObjectScanner {
  readonly #member: string;
  #depth = 0;
  #inText = false;
  #isEscaped = false;
  /** The latest text at depth 1. Before a list, it is the name of the list. */
  #lastText = '';
  #isWanted = false;
  /** The beginning of the current object, from earlier chunks. */
  #object: string | undefined;
  #sawList = false;
  #begun = false;

  constructor(member: string) {
    this.#member = member;
  }

  *scan(chunk: string): Generator<unknown, void, undefined> {
    let from = 0;
    for (let i = 0; i < chunk.length; i++) {
      const character = chunk.charAt(i);
      if (this.#inText) this.#inside(character);
      else if (character === '"') this.#beginText();
      else if (character === '{' || character === '[') {
        if (this.#open(character)) from = i;
      } else if ((character === '}' || character === ']') && this.#close(character)) {
        yield JSON.parse(`${this.#object}${chunk.slice(from, i + 1)}`);
        this.#object = undefined;
      }
    }
    if (this.#object === undefined) return;
    this.#object += chunk.slice(from);
    if (this.#object.length > longestObject) throw new SyntaxError('an object is too long');
  }

  /** @throws SyntaxError for incomplete JSON */
  end(): void {
    if (this.#depth !== 0 || !this.#begun || !this.#sawList) throw new SyntaxError('the answer is incomplete');
  }

  #inside(character: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (character === '\\') this.#isEscaped = true;
    else if (character === '"') this.#inText = false;
    else if (this.#depth === 1 && this.#lastText.length < 64) this.#lastText += character;
  }

  #beginText(): void {
    this.#inText = true;
    if (this.#depth === 1) this.#lastText = '';
  }

  /** @returns whether an object of the list begins */
  #open(character: string): boolean {
    if (this.#depth === 0 && (this.#begun || character !== '{')) throw new SyntaxError('the answer is not an object');
    this.#begun = true;
    this.#depth++;
    if (this.#depth === 2 && character === '[') {
      this.#isWanted = this.#lastText === this.#member;
      this.#sawList ||= this.#isWanted;
    }
    const begins = this.#depth === 3 && this.#isWanted && character === '{';
    if (begins) this.#object = '';
    return begins;
  }

  /** @returns whether an object of the list ends */
  #close(character: string): boolean {
    this.#depth--;
    if (this.#depth < 0) throw new SyntaxError('unexpected closing bracket');
    if (this.#depth === 1) this.#isWanted = false;
    return this.#depth === 2 && character === '}' && this.#object !== undefined;
  }
}
