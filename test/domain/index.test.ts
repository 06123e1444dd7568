import { expect } from 'chai';
import * as accessPolicy from '../../domain/access/access-policy.js';
import * as accessToken from '../../domain/access/access-token.js';
import * as app from '../../domain/access/app.js';
import * as visibility from '../../domain/access/change-visibility.js';
import * as clientNetwork from '../../domain/access/client-network.js';
import * as fallbacks from '../../domain/access/default-values.js';
import * as groupLevels from '../../domain/access/group-levels.js';
import * as providerMapping from '../../domain/access/provider-mapping.js';
import * as requestSeal from '../../domain/access/request-seal.js';
import * as wantedPlace from '../../domain/access/requested-position.js';
import * as secrets from '../../domain/access/secrets.js';
import * as settings from '../../domain/access/settings.js';
import * as signInBlock from '../../domain/access/sign-in-block.js';
import * as signInProvider from '../../domain/access/sign-in-provider.js';
import * as user from '../../domain/access/user.js';
import * as address from '../../domain/address/address.js';
import * as addressAggregate from '../../domain/address/address-aggregate.js';
import * as addressChoice from '../../domain/allocation/address-choice.js';
import * as addressWish from '../../domain/allocation/address-criteria.js';
import * as addressSearch from '../../domain/allocation/address-search.js';
import * as candidates from '../../domain/allocation/candidates.js';
import * as explanation from '../../domain/allocation/explanation.js';
import * as freePrefixes from '../../domain/allocation/free-prefixes.js';
import * as freeRanges from '../../domain/allocation/free-ranges.js';
import * as subnetChoice from '../../domain/allocation/subnet-choice.js';
import * as kinds from '../../domain/catalog/kinds.js';
import * as natObjects from '../../domain/catalog/nat-objects.js';
import * as rackSpace from '../../domain/catalog/rack-space.js';
import * as vlanNumbers from '../../domain/catalog/vlan-numbers.js';
import * as vrfNames from '../../domain/catalog/vrf-names.js';
import * as change from '../../domain/changes/change.js';
import * as toldValues from '../../domain/changes/change-values.js';
import * as cursor from '../../domain/changes/cursor.js';
import * as retry from '../../domain/changes/retry.js';
import * as webhook from '../../domain/changes/webhook.js';
import * as deprecatedNames from '../../domain/deprecated-names.js';
import * as dnsSettings from '../../domain/dns/dns-settings.js';
import * as wantedRecords from '../../domain/dns/expected-records.js';
import * as hostName from '../../domain/dns/host-name.js';
import * as recordSet from '../../domain/dns/record-set.js';
import * as reverseZones from '../../domain/dns/reverse-zones.js';
import * as zoneIndex from '../../domain/dns/zone-index.js';
import * as zoneMaking from '../../domain/dns/zone-making.js';
import * as errors from '../../domain/errors.js';
import * as customField from '../../domain/fields/custom-field.js';
import * as definitionChange from '../../domain/fields/custom-field-change.js';
import * as customInput from '../../domain/fields/custom-input.js';
import * as customValue from '../../domain/fields/custom-value.js';
import * as field from '../../domain/fields/field.js';
import * as hold from '../../domain/fields/hold.js';
import * as kind from '../../domain/fields/kind.js';
import * as permissionMap from '../../domain/fields/permission-map.js';
import * as readFields from '../../domain/fields/read-fields.js';
import * as version from '../../domain/fields/version.js';
import * as domain from '../../domain/index.js';
import * as condition from '../../domain/listing/condition.js';
import * as listField from '../../domain/listing/list-field.js';
import * as listLimits from '../../domain/listing/list-limits.js';
import * as listQuery from '../../domain/listing/list-query.js';
import * as readCondition from '../../domain/listing/read-condition.js';
import * as selectedDeletion from '../../domain/listing/selected-deletion.js';
import * as sort from '../../domain/listing/sort.js';
import * as addressRange from '../../domain/net/address-range.js';
import * as ipAddress from '../../domain/net/ip-address.js';
import * as macAddress from '../../domain/net/mac-address.js';
import * as mapCells from '../../domain/net/map-cells.js';
import * as networkFacts from '../../domain/net/network-facts.js';
import * as prefix from '../../domain/net/prefix.js';
import * as publicAddress from '../../domain/net/public-address.js';
import * as reverseDnsName from '../../domain/net/reverse-dns-name.js';
import * as networkScan from '../../domain/scan/network-scan.js';
import * as observation from '../../domain/scan/observation.js';
import * as scanSettings from '../../domain/scan/scan-settings.js';
import * as section from '../../domain/section/section.js';
import * as sectionAggregate from '../../domain/section/section-aggregate.js';
import * as holdingNetwork from '../../domain/subnet/holding-network.js';
import * as place from '../../domain/subnet/position.js';
import * as resize from '../../domain/subnet/resize.js';
import * as split from '../../domain/subnet/split.js';
import * as subnet from '../../domain/subnet/subnet.js';
import * as subnetAggregate from '../../domain/subnet/subnet-aggregate.js';
import * as usableAddresses from '../../domain/subnet/usable-addresses.js';
import * as usage from '../../domain/subnet/usage.js';
import * as usageCalculation from '../../domain/subnet/usage-calculation.js';
import * as addressPlaces from '../../domain/transfer/address-positions.js';
import * as columns from '../../domain/transfer/columns.js';
import * as foreignValue from '../../domain/transfer/imported-value.js';
import * as inventoryLevel from '../../domain/transfer/inventory-level.js';
import * as loss from '../../domain/transfer/loss.js';
import * as networkIndex from '../../domain/transfer/network-index.js';
import * as numberSet from '../../domain/transfer/number-set.js';
import * as subnetPlaces from '../../domain/transfer/subnet-positions.js';

const modules = [
  [
    address,
    addressAggregate,
    addressChoice,
    addressSearch,
    addressWish,
    candidates,
    freePrefixes,
    freeRanges,
    explanation,
    hold,
    subnetChoice,
    usableAddresses,
    customField,
    customInput,
    customValue,
    definitionChange,
    fallbacks,
    field,
    kind,
    kinds,
    natObjects,
    readFields,
    version,
    vlanNumbers,
    vrfNames,
    change,
    cursor,
    retry,
    toldValues,
    visibility,
    errors,
    deprecatedNames,
  ],
  [accessToken, app, clientNetwork, providerMapping, requestSeal, secrets, settings, signInBlock, signInProvider, user],
  [addressRange, ipAddress, macAddress, mapCells, networkFacts, prefix, publicAddress, reverseDnsName],
  [condition, listField, listLimits, listQuery, readCondition, selectedDeletion, sort],
  [addressPlaces, loss, foreignValue, inventoryLevel, numberSet, subnetPlaces],
  [dnsSettings, hostName, recordSet, reverseZones, wantedRecords, zoneIndex, zoneMaking],
  [addressRange, ipAddress, macAddress, networkFacts, prefix, reverseDnsName],
  [
    accessPolicy,
    groupLevels,
    permissionMap,
    rackSpace,
    columns,
    networkIndex,
    networkScan,
    observation,
    scanSettings,
    section,
    sectionAggregate,
    holdingNetwork,
    place,
    resize,
    split,
    subnet,
    subnetAggregate,
    usage,
    usageCalculation,
    wantedPlace,
    webhook,
    deprecatedNames,
    secrets,
  ],
].flat();

/** Names that modules of the domain share among themselves only. */
const internal = new Set([
  'appNamed',
  'columnNamed',
  'describeColumns',
  'isLeaseFile',
  'isNetmask',
  'isRowKind',
  'otherNames',
  'readPrefixLength',
  'requireFewPatterns',
  'requireFewValues',
  'skippedColumn',
  'wrongAddress',
]);

describe('the domain as a library', () => {
  it('exports every name of its modules that is not internal', () => {
    const exported = Object.keys(Object.assign({ addressBits: domain.addressBits }, ...modules)).filter(
      (name) => !internal.has(name),
    );
    expect(Object.keys(domain)).to.have.members(exported);
  });

  it('can be used through its index alone', () => {
    const network = domain.Prefix.parse('10.0.0.0/24');
    const taken = ['10.0.0.1', '10.0.0.2'].map((text) => domain.IpAddress.parse(text));
    expect(String(domain.lowestUnused(domain.usableRange({ prefix: network, isPool: false }), taken))).to.equal('10.0.0.3');
    expect(String(domain.firstFreePrefix(network, [domain.Prefix.parse('10.0.0.0/26')], 26))).to.equal('10.0.0.64/26');
    expect(() => domain.Prefix.parse('10.0.0.1/24')).to.throw(domain.IpamError);
  });
});
