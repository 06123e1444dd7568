import type { Application } from '../../../../application/index.js';
import { type KindName, kinds } from '../../../../domain/catalog/kinds.js';
import type { Controller } from '../../api-request.js';
import { refusalOf } from '../route.js';
import type { KindResource } from './kind-resource.js';
import { kindRoutes } from './kind-routes.js';
import { natObjectRoutes } from './nat-objects.js';
import { kindView, toolNamesOf, toolWord, toolWordInTexts } from './tool-names.js';

/** /tools/: the kinds of the catalogue, except those with `isNoTool`, by path segment. */
export function toolsController(application: Application): Controller {
  const tools = Object.values(kinds).flatMap(({ name }) => toolResources(name));
  const unknown = (['GET', 'POST', 'PATCH', 'DELETE'] as const).map((method) =>
    refusalOf(method, '/{*rest}', 'request.subController'),
  );
  return {
    names: ['tools'],
    routes: [...natObjectRoutes(application), ...tools.flatMap((tool) => kindRoutes(application, tool)), ...unknown],
  };
}

/** Returns a kind's resources below /tools/, one for each path segment. */
function toolResources(kind: KindName): KindResource[] {
  const { isNoTool, alias } = toolNamesOf(kind);
  if (isNoTool) return [];
  return [toolWord(kind), ...(alias ? [alias] : [])].map((word) => toolResource(kind, word));
}

function toolResource(kind: KindName, word: string): KindResource {
  const { writesRefusedWith, unlisted = [], unknownList, addresses, errorMapping } = toolNamesOf(kind);
  const writeId = { missing: 'request.identifier', notNumeric: 'request.identifier', unknown: 'request.identifier' } as const;
  const inTexts = toolWordInTexts(kind);
  return {
    kind,
    path: `/${word}`,
    location: `tools/${word}`,
    views: { tools: kindView(kind) },
    whenEmpty: 'list.noObjects',
    one: { notNumeric: 'path.toolIdNotNumeric', unknown: 'list.noObjects' },
    lists: {
      id: { notNumeric: 'path.toolIdNotNumeric' },
      whenEmpty: {},
      unlisted,
      unknown: unknownList ?? 'path.toolParameter',
    },
    writes: writesRefusedWith
      ? { refusedWith: writesRefusedWith }
      : {
          created: { data: `${inTexts} object created` },
          changed: { message: `${inTexts} object updated` },
          deleted: { message: `${inTexts} object deleted` },
          changeId: writeId,
          deleteId: writeId,
          nothingToCreate: 'request.parameters',
          nothingToChange: 'request.parameters',
          ...(addresses ? { addresses } : {}),
          ...(errorMapping ? { errorMapping } : {}),
        },
  };
}
