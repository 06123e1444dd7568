import { type AdministeredValues, defineAdministered } from '../fields/administered-field.js';

export const usageHistoryFields = defineAdministered({
  enabled: { type: 'flag', default: true, meaning: 'Whether the utilization of networks and sections is recorded once a day.' },
  hour: { type: 'integer', min: 0, max: 23, default: 0, meaning: 'Hour of the day (UTC) from which utilization is recorded.' },
});

export type UsageHistorySettings = AdministeredValues<typeof usageHistoryFields>;

export const isRecordingDue = ({ enabled, hour }: UsageHistorySettings, now: Date): boolean =>
  enabled && now.getUTCHours() >= hour;
