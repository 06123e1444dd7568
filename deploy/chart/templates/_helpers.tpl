{{- define "hexipam.name" -}}
{{- if contains "hexipam" .Release.Name }}{{ .Release.Name | trunc 52 | trimSuffix "-" }}{{ else }}{{ printf "%s-hexipam" (.Release.Name | trunc 44 | trimSuffix "-") }}{{ end }}
{{- end }}

{{- define "hexipam.selector" -}}
app.kubernetes.io/name: hexipam
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "hexipam.labels" -}}
{{ include "hexipam.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "hexipam.metadata" -}}
name: {{ include "hexipam.name" . }}
namespace: {{ .Release.Namespace }}
labels:
  {{- include "hexipam.labels" . | nindent 2 }}
{{- end }}

{{/* Name of the Secret with variables, empty without a Secret. */}}
{{- define "hexipam.secret" -}}
{{- with .Values.secret }}
{{- if .existing }}{{ .existing }}{{ else if or .databaseUrl .databaseReadUrl .adminPassword }}{{ include "hexipam.name" $ }}{{ end }}
{{- end }}
{{- end }}

{{/* Pod template of both modes. */}}
{{- define "hexipam.pod" -}}
{{- $secret := include "hexipam.secret" . -}}
metadata:
  labels:
    {{- include "hexipam.labels" . | nindent 4 }}
  annotations:
    checksum/secret: {{ include (print $.Template.BasePath "/secret.yaml") . | sha256sum }}
    {{- with .Values.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  automountServiceAccountToken: false
  terminationGracePeriodSeconds: 30
  {{- with .Values.image.pullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile: { type: RuntimeDefault }
  containers:
    - name: hexipam
      image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      args: [serve, --wait, '60']
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      env:
        {{- if $secret }}
        - { name: CREDENTIALS_DIRECTORY, value: /run/secrets/hexipam }
        {{- end }}
        {{- if .Values.basePath }}
        - { name: HEXIPAM_BASE_PATH, value: {{ .Values.basePath | quote }} }
        {{- end }}
        {{- with .Values.trustProxy }}
        - { name: HEXIPAM_TRUST_PROXY, value: {{ join "," . | quote }} }
        {{- end }}
        {{- if .Values.metrics.enabled }}
        - { name: HEXIPAM_METRICS_HOST, value: 0.0.0.0 }
        - { name: HEXIPAM_METRICS_PORT, value: {{ .Values.metrics.port | quote }} }
        {{- end }}
        {{- range $name, $value := .Values.settings }}
        - { name: {{ $name }}, value: {{ $value | toString | quote }} }
        {{- end }}
        - { name: HEXIPAM_PORT, value: '8080' }
      ports:
        - { name: http, containerPort: 8080 }
        {{- if .Values.metrics.enabled }}
        - { name: metrics, containerPort: {{ .Values.metrics.port }} }
        {{- end }}
      # Before the service listens, it creates or migrates the database.
      startupProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 5
        failureThreshold: 60
      livenessProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
      readinessProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 5
        timeoutSeconds: 3
      # Kubernetes removes the pod from the endpoints before the pod refuses connections.
      lifecycle:
        preStop:
          exec: { command: [sleep, '5'] }
      resources:
        {{- toYaml .Values.resources | nindent 8 }}
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
        {{- if $secret }}
        - { name: secret, mountPath: /run/secrets/hexipam, readOnly: true }
        {{- end }}
  volumes:
    - name: tmp
      emptyDir: {}
    {{- if eq .Values.mode "postgresql" }}
    - name: data
      emptyDir: {}
    {{- end }}
    {{- if $secret }}
    - name: secret
      secret: { secretName: {{ $secret }}, defaultMode: 0440 }
    {{- end }}
  {{- with .Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if eq .Values.mode "postgresql" }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "hexipam.selector" . | nindent 10 }}
  {{- end }}
{{- end }}
