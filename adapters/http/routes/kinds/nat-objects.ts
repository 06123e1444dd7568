import type { NatObjects } from '../../../../application/catalog/nat-rules.js';
import type { Application } from '../../../../application/index.js';
import { type NatSide, natIdsOf, natSides } from '../../../../domain/catalog/nat-objects.js';
import type { KindRecord } from '../../../../domain/fields/kind.js';
import type { Answer } from '../../answer.js';
import type { ApiRequest, Route } from '../../api-request.js';
import type { ErrorMapping } from '../../error-mapping.js';
import { RequestError } from '../../request-error.js';
import { pathId } from '../../wire/names.js';
import { isNumeric } from '../../wire/paths.js';
import { addressRecord, customPrinting, kindRecord, subnetRecord } from '../../wire/presenter.js';
import type { WireValue } from '../../wire/wire-value.js';
import { getOpen, getVisible } from '../route.js';
import { natDocs } from './small-docs.js';
import { toolWord } from './tool-names.js';

type PrintSide = (rule: KindRecord, side: NatSide) => Promise<WireValue>;

export function natObjectRoutes(application: Application): Route[] {
  const path = `/${toolWord('nat')}/:id`;
  return [
    getOpen(
      `${path}/objects{/*rest}`,
      natDocs.objects,
      (request) => showRule(application, request, async ({ values }, side) => natIdsOf(values, side)),
      noRule,
    ),
    getVisible(
      `${path}/objects_full{/*rest}`,
      natDocs.objectsFull,
      (request) =>
        showRule(application, request, async (rule, side) =>
          printObjects(application, request, await application.natRules.objectsOf(request.caller, rule, side)),
        ),
      noRule,
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
