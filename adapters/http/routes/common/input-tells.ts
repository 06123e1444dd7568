import type { ErrorMapping } from '../../error-mapping.js';
import { wireNames } from '../../wire/names.js';

export const sectionInput: ErrorMapping = { 'field.reference': { masterSection: 'parameter.masterSectionUnknown' } };

export const subnetInput: ErrorMapping = {
  synonyms: wireNames.subnet.synonyms,
  'field.required': { sectionId: 'parameter.sectionRequired' },
  'field.type': { vlanId: 'parameter.vlanUnknown' },
  'field.reference': {
    sectionId: 'parameter.sectionUnknown',
    masterSubnetId: 'parameter.masterSubnetUnknown',
    vlanId: 'parameter.vlanUnknown',
    vrfId: 'parameter.vrfUnknown',
  },
};

/** Error mapping of subnet changes. An invalid VRF id counts as an unknown VRF. */
export const subnetChangeInput: ErrorMapping = {
  ...subnetInput,
  'field.type': { vlanId: 'parameter.vlanUnknown', vrfId: 'parameter.vrfUnknown' },
};

export const addressInput: ErrorMapping = {
  synonyms: wireNames.address.synonyms,
  'field.type': {
    subnetId: 'parameter.subnetNotNumeric',
    ip: 'parameter.addressInvalid',
    mac: 'parameter.macInvalid',
    deviceId: 'parameter.deviceUnknown',
    tag: 'parameter.tagInvalid',
  },
  'field.reference': { subnetId: 'parameter.subnetUnknown', deviceId: 'parameter.deviceUnknown', tag: 'parameter.tagUnknown' },
};

export const deviceInput: ErrorMapping = {
  'field.type': { type: 'parameter.deviceTypeInvalid' },
  'field.reference': { type: 'parameter.deviceTypeUnknown' },
};
