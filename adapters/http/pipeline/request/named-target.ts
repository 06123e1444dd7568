import { noParameters, type RequestParameters } from '../../wire/parameters.js';

const names = new Set(['app_id', 'enc_request', 'controller', 'id', 'id2', 'id3', 'id4']);

export function readNamedTarget(parameters: RequestParameters): {
  controllerName: string;
  ids: string[];
  query: RequestParameters;
} {
  const ids: string[] = [];
  for (const name of ['id', 'id2', 'id3', 'id4']) {
    const id = parameters[name];
    if ((typeof id !== 'string' && typeof id !== 'number') || id === '') break;
    ids.push(String(id));
  }
  const query = noParameters();
  for (const [name, value] of Object.entries(parameters)) if (!names.has(name)) query[name] = value;
  const { controller } = parameters;
  return { controllerName: typeof controller === 'string' ? controller : '', ids, query };
}
