package experiments_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"go.yaml.in/yaml/v3"

	"houserule/cmd/houserule/experiments"
	"houserule/cmd/houserule/programtest"
	"houserule/engine/enginetest"
)

const scaleFolder = "../../../docs/scale"

// fewer is how many battles the examples play here.
const fewer = "64"

// scaleFile is an example of docs/scale with fewer battles.
func scaleFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(scaleFolder, name))
	if err != nil {
		t.Fatal(err)
	}
	return fewerBattles(t, name, string(text))
}

func fewerBattles(t *testing.T, name, text string) string {
	t.Helper()
	if !strings.Contains(text, "-n 1000000000 ") {
		t.Fatalf("%s plays no 1000000000 battles", name)
	}
	return strings.ReplaceAll(text, "-n 1000000000 ", "-n "+fewer+" ")
}

// shell runs a script in a folder and fails the test when it fails.
func shell(t *testing.T, folder string, env []string, words ...string) {
	t.Helper()
	path, err := exec.LookPath(words[0])
	if err != nil {
		t.Skip(err)
	}
	cmd := exec.Command(path, words[1:]...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", words[0], err, out)
	}
}

// wantPart reports whether a file is that part of the run.
func wantPart(t *testing.T, file string, shard, of int64) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := experiments.ReadShard(file, text)
	if err != nil {
		t.Fatal(err)
	}
	if p.Shard != shard || p.Of != of {
		t.Errorf("%s is part %d of %d, want %d of %d", file, p.Shard, p.Of, shard, of)
	}
}

// indexedJob is what matters of a Kubernetes Job.
type indexedJob struct {
	APIVersion string `yaml:"apiVersion"`
	Kind       string
	Metadata   struct{ Name string }
	Spec       struct {
		CompletionMode       string `yaml:"completionMode"`
		Completions          int64
		Parallelism          int64
		BackoffLimitPerIndex *int `yaml:"backoffLimitPerIndex"`
		Template             struct {
			Spec struct {
				RestartPolicy string `yaml:"restartPolicy"`
				Containers    []struct {
					Name, Image   string
					Command, Args []string
					VolumeMounts  []struct {
						Name      string
						MountPath string `yaml:"mountPath"`
					} `yaml:"volumeMounts"`
				}
				Volumes []struct {
					Name  string
					Claim struct {
						Name string `yaml:"claimName"`
					} `yaml:"persistentVolumeClaim"`
				}
			}
		}
	}
}

func readJob(t *testing.T) indexedJob {
	t.Helper()
	var job indexedJob
	if err := yaml.Unmarshal([]byte(scaleFile(t, "job.yaml")), &job); err != nil {
		t.Fatal(err)
	}
	return job
}

// The Kubernetes Job is one by its schema, which refuses fields that it does not know and
// an indexed Job whose pods start again by themselves.
func TestScaleJobSchema(t *testing.T) {
	text, err := os.ReadFile("testdata/scale/job.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	job := scaleFile(t, "job.yaml")
	for _, row := range []struct{ from, to string }{
		{"", ""},
		{"backoffLimitPerIndex:", "backOffLimitPerIndex:"},
		{"completionMode: Indexed", "completionMode: Array"},
		{"completionMode: Indexed", "completionMode: NonIndexed"},
		{"restartPolicy: Never", "restartPolicy: OnFailure"},
		{"completions: 64", "completions: many"},
		{"completions: 64", "suspend: false"},
		{"parallelism: 16", "parallelism: 100001"},
		{"memory: 1Gi", "memory: 1GiB"},
		{"name: houserule-sim", "name: Houserule"},
		{"mountPath:", "path:"},
		{"claimName:", "claim:"},
		{"image: ", "picture: "},
	} {
		changed := strings.Replace(job, row.from, row.to, 1)
		var value any
		if err := yaml.Unmarshal([]byte(changed), &value); err != nil {
			t.Fatal(err)
		}
		if text, err = json.Marshal(value); err == nil { // numbers as JSON has them
			err = json.Unmarshal(text, &value)
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := resolved.Validate(value); (err == nil) != (changed == job) {
			t.Errorf("with %q instead of %q: %v", row.to, row.from, err)
		}
	}
}

// The Kubernetes Job is an indexed one, with all that it needs.
func TestScaleJob(t *testing.T) {
	job := readJob(t)
	spec := job.Spec
	if job.APIVersion != "batch/v1" || job.Kind != "Job" || job.Metadata.Name == "" || spec.CompletionMode != "Indexed" ||
		spec.Completions != 64 || spec.Parallelism < 1 || spec.BackoffLimitPerIndex == nil {
		t.Errorf("it is no indexed Job of 64: %+v", job)
	}
	pod := spec.Template.Spec
	if pod.RestartPolicy != "Never" || len(pod.Containers) != 1 || len(pod.Volumes) != 1 { // backoffLimitPerIndex needs Never
		t.Fatalf("its pods are %+v", pod)
	}
	c := pod.Containers[0]
	if c.Name == "" || c.Image == "" || len(c.VolumeMounts) != 1 || c.VolumeMounts[0].Name != pod.Volumes[0].Name || pod.Volumes[0].Claim.Name == "" {
		t.Errorf("its container is %+v", c)
	}
}

// The pods' indices are from 0, the shards from 1: the first and the last pod
// play the first and the last shard.
func TestScaleJobPods(t *testing.T) {
	job := readJob(t)
	c := job.Spec.Template.Spec.Containers[0]
	folder := t.TempDir()
	for _, index := range []int64{0, job.Spec.Completions - 1} {
		words := append([]string(nil), c.Command...)
		for _, arg := range c.Args {
			words = append(words, strings.ReplaceAll(arg, c.VolumeMounts[0].MountPath+"/", folder+"/"))
		}
		shell(t, folder, []string{fmt.Sprintf("JOB_COMPLETION_INDEX=%d", index)}, words...)
		wantPart(t, filepath.Join(folder, fmt.Sprintf("%d.json", index+1)), index+1, job.Spec.Completions)
	}
}

// The Slurm array has one job for each shard, and a job plays its own.
func TestScaleArray(t *testing.T) {
	text := scaleFile(t, "array.sbatch")
	found := regexp.MustCompile(`(?m)^#SBATCH --array=1-64$`).FindString(text)
	if found == "" || !strings.HasPrefix(text, "#!/bin/bash\n#SBATCH ") {
		t.Errorf("it has no array from 1 to 64:\n%s", text)
	}
	folder := t.TempDir()
	shell(t, folder, nil, "bash", "-n", "-c", text)
	for _, id := range []int64{1, 64} {
		shell(t, folder, []string{fmt.Sprintf("SLURM_ARRAY_TASK_ID=%d", id), "SLURM_CPUS_PER_TASK=2"}, "bash", "-c", text)
		wantPart(t, filepath.Join(folder, "parts", fmt.Sprintf("%d.json", id)), id, 64)
	}
}

// asParallel does what GNU parallel does with the script's command line.
const asParallel = `#!/bin/bash
set -eu
for command; do :; done
while read -r word; do bash -c "${command//\{\}/$word}"; done
`

// With GNU parallel all shards are played, and come to the whole.
func TestScaleParallel(t *testing.T) {
	text := scaleFile(t, "parallel.sh")
	shell(t, ".", nil, "bash", "-n", "-c", text)
	enginetest.OnlyLong(t, "64 programs")
	folder, bin := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "parallel"), []byte(asParallel), 0o755); err != nil {
		t.Fatal(err)
	}
	env := []string{"PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH")}
	shell(t, folder, env, "bash", "-c", text)
	got, err := os.ReadFile(filepath.Join(folder, "siege.html"))
	if err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(t.TempDir(), "whole.html")
	programtest.Command(t, "sim", "siege", "-n", fewer, "--report", page)
	want, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("64 shards do not come to the whole")
	}
}

// docs/scale.md links to the examples, and its own command lines are good.
func TestScaleDoc(t *testing.T) {
	text, err := os.ReadFile("../../../docs/scale.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"job.yaml", "array.sbatch", "parallel.sh"} {
		if !strings.Contains(string(text), "](scale/"+name+")") {
			t.Errorf("it has no link to %s", name)
		}
	}
	lines := regexp.MustCompile(`(?m)^\$ houserule (sim .*)$`).FindAllStringSubmatch(string(text), -1)
	if len(lines) == 0 {
		t.Fatal("it shows no houserule sim")
	}
	for _, line := range lines {
		words, _, _ := strings.Cut(line[1], " >")
		programtest.Command(t, strings.Fields(strings.Replace(words, "-n 1000000 ", "-n "+fewer+" ", 1))...)
	}
}
