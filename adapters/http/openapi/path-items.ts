import type { RecordedExample } from './examples.js';
import type { Operation } from './operations.js';
import type { Schema } from './schema.js';

/** Operations of a document by path and method. */
type Paths = Record<string, Record<string, Schema>>;

/** The parts of an operation that differ between the documents. */
interface OperationParts {
  readonly requestBody: Schema | undefined;
  readonly responses: Schema;
}

const operationsAtOnce = 20;

/** @param pause yields to the event loop */
export async function pathItems(
  operations: readonly Operation[],
  pause: () => Promise<void>,
  partsOf: (operation: Operation) => OperationParts,
): Promise<Paths> {
  const paths: Paths = {};
  for (const [count, operation] of operations.entries()) {
    const { path, method, tag, id, docs, security, parameters } = operation;
    const { requestBody, responses } = partsOf(operation);
    const item = paths[path] ?? {};
    paths[path] = item;
    item[method] = {
      tags: [tag],
      operationId: id,
      summary: docs.summary,
      description: docs.text,
      ...(security ? { security } : {}),
      parameters,
      ...(requestBody ? { requestBody } : {}),
      responses,
    };
    if (count % operationsAtOnce === 0) await pause();
  }
  return paths;
}

/** Adds the recorded answer to the response with its status. @param show returns the member for an example */
export function withExample(
  status: string,
  response: Schema,
  answer: RecordedExample['answer'],
  show: (example: unknown) => Schema,
): Schema {
  const content = response.content as Readonly<Record<string, Schema>> | undefined;
  if (!content || String(answer?.code) !== status) return response;
  return { ...response, content: { ...content, 'application/json': { ...content['application/json'], ...show(answer) } } };
}
