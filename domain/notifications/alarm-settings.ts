import { type AdministeredValues, defineAdministered } from '../fields/administered-field.js';

export const alarmFields = defineAdministered({
  enabled: { type: 'flag', meaning: 'Whether the service checks thresholds, forecasts and expiries, and records alarms.' },
  forecastDays: {
    ...{ type: 'integer', min: 0, max: 3650, default: 30 },
    meaning: 'Number of days: an alarm is recorded for networks that will be full within this time; 0: never.',
  },
  keyDays: {
    ...{ type: 'integer', min: 0, max: 365, default: 14 },
    meaning: 'Number of days: an alarm is recorded for keys that expire within this time; 0: never.',
  },
  holdMinutes: {
    ...{ type: 'integer', min: 0, max: 10080, default: 0 },
    meaning: 'Number of minutes: an alarm is recorded for holds that expire within this time; 0: never.',
  },
});

export type AlarmSettings = AdministeredValues<typeof alarmFields>;
