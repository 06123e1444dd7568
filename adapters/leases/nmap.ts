import { type SaxesAttributePlain, SaxesParser } from 'saxes';
import { SourceError } from '../../application/ports/register.js';
import { decodedTexts, startOfFile } from '../../application/transfer/rows/file-texts.js';
import { type FileBytes, type InputRow, type RowTable, UnreadableRowError } from '../../application/transfer/rows/table.js';
import type { RowKind } from '../../domain/transfer/columns.js';
import { requireKind } from './lease-files.js';

const format = 'nmap';
const columns = ['ip', 'mac', 'hostname'];

interface Host {
  readonly row: number;
  isUp: boolean;
  ip: string;
  mac: string;
  hostname: string;
}

/** Maximum nesting of elements and number of attributes: the parser buffers both. */
const maxDepth = 64;
const maxAttributes = 256;

type Attributes = Readonly<Record<string, string | SaxesAttributePlain>>;

/**
 * Reads the hosts that are up from output of `nmap -oX`. The row number is the line of the host.
 * @throws SourceError for other documents
 */
export async function nmapTable(kind: RowKind, bytes: FileBytes): Promise<RowTable> {
  requireKind(kind, ['address'], format);
  if (!/<nmaprun[\s>]/.test(await startOfFile(bytes, maxProlog)))
    throw new SourceError('the file is XML, but not output of nmap -oX');
  return { kind, columns, titles: columns, source: { format }, rows: () => hostsIn(bytes) };
}

/** Number of leading characters that must contain the root element. */
const maxProlog = 16_384;

/** Yields hosts. Entities and external documents are not resolved. @throws UnreadableRowError */
async function* hostsIn(bytes: FileBytes): AsyncGenerator<readonly InputRow[], void, undefined> {
  const parser = new SaxesParser({ position: true });
  const rows: InputRow[] = [];
  let host: Host | undefined;
  let root: string | undefined;
  const closeElement = limitElements(parser);
  parser.on('opentag', ({ name, attributes }) => {
    root ??= name;
    if (name === 'host') host = { row: parser.line, isUp: true, ip: '', mac: '', hostname: '' };
    else if (host) note(host, name, attributes);
  });
  parser.on('closetag', ({ name }) => {
    closeElement();
    if (name !== 'host' || !host) return;
    if (host.isUp && host.ip !== '') rows.push({ row: host.row, cells: [host.ip, host.mac, host.hostname] });
    host = undefined;
  });
  parser.on('error', ({ message }) => {
    throw new UnreadableRowError(parser.line, message);
  });
  for await (const text of decodedTexts(bytes)) {
    parser.write(text);
    if (root !== undefined && root !== 'nmaprun') throw new UnreadableRowError(1, 'the file is not output of nmap -oX');
    if (rows.length > 0) yield rows.splice(0);
  }
  parser.close();
  if (rows.length > 0) yield rows.splice(0);
}

/** Limits nesting and attributes; excess throws UnreadableRowError. @returns a function that registers the end of an element */
function limitElements(parser: SaxesParser<{ position: true }>): () => void {
  let [open, attributes] = [0, 0];
  parser.on('opentagstart', () => {
    attributes = 0;
    if (++open > maxDepth) throw new UnreadableRowError(parser.line, `more than ${maxDepth} nested elements`);
  });
  parser.on('attribute', () => {
    if (++attributes > maxAttributes)
      throw new UnreadableRowError(parser.line, `an element has more than ${maxAttributes} attributes`);
  });
  return () => {
    open--;
  };
}

function note(host: Host, name: string, attributes: Attributes): void {
  const value = (attribute: string): string => String(attributes[attribute] ?? '');
  if (name === 'status') host.isUp = value('state') === 'up';
  else if (name === 'address' && value('addrtype') === 'mac') host.mac = value('addr');
  else if (name === 'address') host.ip = host.ip || value('addr');
  else if (name === 'hostname') host.hostname = host.hostname || value('name');
}
