import type { NatObjects } from '../../../../application/catalog/nat-rules.js';
import type { Application } from '../../../../application/index.js';
import { type KindName, kinds } from '../../../../domain/catalog/kinds.js';
import { type NatSide, natIdsOf, natSides } from '../../../../domain/catalog/nat-objects.js';
import type { KindRecord } from '../../../../domain/fields/kind.js';
import type { Answer } from '../../answer.js';
import type { ApiRequest, Controller, Route } from '../../api-request.js';
import type { ErrorMapping } from '../../error-mapping.js';
import type { RouteDoc } from '../../openapi/docs.js';
import { isNumeric } from '../../paths.js';
import { RequestError } from '../../request-error.js';
import { pathId } from '../../wire/names.js';
import { addressRecord, customPrinting, kindRecord, subnetRecord } from '../../wire/presenter.js';
import type { WireValue } from '../../wire/wire-value.js';
import { idOf, showsRecord } from '../common/docs.js';
import { getOpen, getVisible, refusalOf } from '../route.js';
import type { KindResource } from './kind-resource.js';
import { kindRoutes } from './kind-routes.js';
import { kindView, toolNamesOf, toolWord, toolWordInTexts } from './tool-names.js';

const rulePath = { id: idOf('a NAT rule') };

export const natDocs = {
  objects: {
    id: 'getNatRuleObjects',
    summary: 'Retrieve a NAT rule with the IDs of its objects',
    text: 'Returns the source and destination objects as ids by type.',
    path: rulePath,
    answer: showsRecord('natObjects'),
    errors: ['path.toolIdNotNumeric', 'list.noObjects'],
  },
  objectsFull: {
    id: 'getNatRuleRecords',
    summary: 'Retrieve a NAT rule with the records of its objects',
    text: 'Returns the source and destination objects as records by type.',
    path: rulePath,
    answer: showsRecord('natObjectsFull'),
    errors: ['path.toolIdNotNumeric', 'list.noObjects'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;

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

type PrintSide = (rule: KindRecord, side: NatSide) => Promise<WireValue>;

export function natObjectRoutes(application: Application): Route[] {
  const path = `/${toolWord('nat')}/:id`;
  return [
    getOpen(`${path}/objects{/*rest}`, natDocs.objects, noRule, (request) =>
      showRule(application, request, async ({ values }, side) => natIdsOf(values, side)),
    ),
    getVisible(`${path}/objects_full{/*rest}`, natDocs.objectsFull, noRule, (request) =>
      showRule(application, request, async (rule, side) =>
        printObjects(application, request, await application.natRules.objectsOf(request.caller, rule, side)),
      ),
    ),
  ];
}

const noRule: ErrorMapping = { 'kind.unknown': 'list.noObjects' };

async function showRule(application: Application, { app, path }: ApiRequest, printSide: PrintSide): Promise<Answer> {
  const { id = '' } = path;
  if (!isNumeric(id)) throw new RequestError('path.toolIdNotNumeric');
  const rule = await application.catalog.read('nat', pathId(id));
  const record = kindRecord('nat', rule, { names: [], nested: app.nestCustomFields });
  for (const side of natSides) record.set(side, await printSide(rule, side));
  return { record };
}

/** Prints the objects of one side of a rule by type, in the format of /addresses/ and /subnets/. */
async function printObjects(application: Application, { app }: ApiRequest, objects: NatObjects | null): Promise<WireValue> {
  if (!objects) return null;
  const { ipaddresses, subnets } = objects;
  const ofAddresses = await customPrinting(application, app, 'addresses');
  const ofSubnets = await customPrinting(application, app, 'subnets');
  return {
    ...(ipaddresses ? { ipaddresses: ipaddresses.map((address) => addressRecord(address, ofAddresses)) } : {}),
    ...(subnets ? { subnets: subnets.map((listing) => subnetRecord(listing, ofSubnets)) } : {}),
  };
}
