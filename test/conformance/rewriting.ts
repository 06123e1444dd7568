import { type Identifiers, isId, kindOfField, kindsInPath } from './identifiers.js';

/** Replaces recorded ids in requests by ids of the service under test. */
export class Rewriting {
  readonly #identifiers: Identifiers;

  constructor(identifiers: Identifiers) {
    this.#identifiers = identifiers;
  }

  path(path: string): string {
    const [pathname = '', query] = path.split(/\?(.*)/s);
    const parts = pathname.split('/');
    const positions = parts.flatMap((part, position) => (part === '' ? [] : [position])).slice(2);
    const segments = positions.map((position) => parts[position] ?? '');
    for (const [index, kind] of kindsInPath(segments).entries())
      if (kind) parts[positions[index] ?? 0] = this.#identifiers.actual(kind, segments[index]);
    return query === undefined ? parts.join('/') : `${parts.join('/')}?${this.#query(query, path)}`;
  }

  /** The parameters of a form in a request to a path. */
  form(body: string, path: string): string {
    return this.#query(body, path);
  }

  /** A JSON value in a request to a path. */
  json(value: unknown, path: string, name?: string): unknown {
    if (Array.isArray(value)) return value.map((item) => this.json(item, path, name));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([member, item]) => [member, this.json(item, path, member)]));
    if (name === 'sections' && typeof value === 'string') return this.sectionIds(value);
    const kind = kindOfField(name, path);
    if (!kind || !isId(value)) return value;
    const actual = this.#identifiers.actual(kind, value);
    return typeof value === 'number' ? Number(actual) : actual;
  }

  /** A text of section ids, joined by semicolons. */
  sectionIds(text: string): string {
    return text
      .split(';')
      .map((id) => (isId(id) ? this.#identifiers.actual('section', id) : id))
      .join(';');
  }

  #query(query: string, path: string): string {
    const filtered = /(?:^|&)filter_by=([^&]*)/.exec(query)?.[1];
    const pairs = query.split('&').map((pair) => {
      const [name, value] = pair.split(/=(.*)/s);
      const kind = kindOfField(name === 'filter_value' ? filtered : name, path);
      return kind && isId(value) ? `${name}=${this.#identifiers.actual(kind, value)}` : pair;
    });
    return pairs.join('&');
  }
}
