import { type AdministeredValues, defineAdministered } from '../fields/administered-field.js';

export const alarmFields = defineAdministered({
  enabled: { type: 'flag', meaning: 'Whether the service checks thresholds, forecasts and expiries, and records alarms.' },
  forecastDays: {
    ...{ type: 'integer', min: 0, max: 3650, default: 30 },
    meaning: 'An alarm is recorded for networks that are full within so many days; 0: never.',
  },
  keyDays: {
    ...{ type: 'integer', min: 0, max: 365, default: 14 },
    meaning: 'An alarm is recorded for keys that expire within so many days; 0: never.',
  },
  holdMinutes: {
    ...{ type: 'integer', min: 0, max: 10080, default: 0 },
    meaning: 'An alarm is recorded for holds that expire within so many minutes; 0: never.',
  },
});

export type AlarmSettings = AdministeredValues<typeof alarmFields>;
