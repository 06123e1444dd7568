/** The conditions of a release, and its statements. */

/** Returns the problems of a release as sentences, none if it can be built. */
export function problemsOf({ version, lockVersion, changeLog, treeStatus, tags }) {
  const [, name, date] = /^## (\S+) - (.+)$/m.exec(changeLog) ?? [];
  return [
    ...(lockVersion === version
      ? []
      : [`package-lock.json has version ${lockVersion}, package.json ${version}: run npm install`]),
    ...(name === version ? [] : [`CHANGELOG.md begins with version ${name}, package.json has ${version}`]),
    ...(/^\d{4}-\d\d-\d\d$/.test(date ?? '') ? [] : [`CHANGELOG.md has no date for version ${name}: ${date}`]),
    ...(changesOf(changeLog, version) === '' ? [`CHANGELOG.md lists no change of version ${version}`] : []),
    ...(treeStatus === '' ? [] : ['the tree has changes that are not committed: see git status']),
    ...(tags.includes(`v${version}`) ? [`there is a tag v${version} already`] : []),
  ];
}

/** Returns the entries of a version in the change log, an empty text if there are none. */
export function changesOf(changeLog, version) {
  const parts = changeLog.split(/^(?=## )/m);
  const part = parts.find((each) => each.startsWith(`## ${version} - `)) ?? '';
  return part.replace(/^.*\n/, '').trim();
}

/** A statement of provenance, SLSA 1.0 as in-toto 1.0. It is not signed. Its builder is a machine of the publisher. */
export function provenanceOf({ version, commit, subjects, dependencies, tools, begun, ended }) {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: subjects,
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:hexipam:npm-run-release:1',
        externalParameters: { version },
        internalParameters: {},
        resolvedDependencies: [{ name: 'source', digest: { gitCommit: commit } }, ...dependencies],
      },
      runDetails: {
        builder: { id: 'urn:hexipam:build-of-the-publisher', version: tools },
        metadata: { invocationId: `${version}-${commit}`, startedOn: begun.toISOString(), finishedOn: ended.toISOString() },
      },
    },
  };
}
