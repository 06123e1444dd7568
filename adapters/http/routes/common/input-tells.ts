import type { ErrorMapping } from '../../error-mapping.js';
import { wireNames } from '../../wire/names.js';

/** How clients know mistakes in what they send of a section. */
export const sectionInput: ErrorMapping = { 'field.reference': { masterSection: 'parameter.masterSectionUnknown' } };

/** How clients know mistakes in what they send of a subnet. */
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

/** The same in a change, where a VRF in words is told as one that is not there. */
export const subnetChangeInput: ErrorMapping = {
  ...subnetInput,
  'field.type': { vlanId: 'parameter.vlanUnknown', vrfId: 'parameter.vrfUnknown' },
};

/** How clients know mistakes in what they send of an address. */
export const addressInput: ErrorMapping = {
  synonyms: wireNames.address.synonyms,
  'field.type': {
    subnetId: 'parameter.subnetNotNumeric',
    ip: 'parameter.addressInvalid',
    mac: 'parameter.macInvalid',
    deviceId: 'parameter.deviceUnknown',
    tag: 'parameter.tagInvalid',
  },
  'field.reference': {
    subnetId: 'parameter.subnetUnknown',
    deviceId: 'parameter.deviceUnknown',
    tag: 'parameter.tagUnknown',
  },
};

/** How clients know mistakes in what they send of a device, under whichever path. */
export const deviceInput: ErrorMapping = {
  'field.type': { type: 'parameter.deviceTypeInvalid' },
  'field.reference': { type: 'parameter.deviceTypeUnknown' },
};
