import { StoredApps } from './access/sign-in/directory.js';
import { type Application, type ApplicationPorts, applicationOf, defaultPorts, type Recipe, recipes } from './use-cases.js';

export type { Application, ApplicationPorts } from './use-cases.js';

export function createApplication(ports: ApplicationPorts): Application {
  const provided = Object.entries(ports).filter(([, port]) => port !== undefined);
  const made = new Map<string, unknown>([
    ...Object.entries({ ...defaultPorts, storedApps: new StoredApps(ports.readers, ports.clock) }),
    ...provided,
  ]);
  const known: Readonly<Record<string, Recipe<unknown>>> = recipes;
  const resolve = (name: string): unknown => {
    const recipe = made.has(name) ? undefined : known[name];
    if (recipe) made.set(name, recipe.make(recipe.needs.map(resolve) as never));
    return made.get(name);
  };
  return applicationOf(resolve);
}
