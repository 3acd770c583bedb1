export { type TemporaryFile, temporaryFile } from './temporary-file.js';
export { isVolumeFault, type VolumeName, type VolumeRoom } from './volume.js';
export { Volumes } from './volumes.js';
