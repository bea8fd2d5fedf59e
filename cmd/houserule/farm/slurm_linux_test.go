package farm_test

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"houserule/cmd/houserule/programtest"
)

// A slurmCluster is a Slurm of one controller and nodes that are all this machine.
type slurmCluster struct {
	t      *testing.T
	folder string
}

const slurmConf = `ClusterName=test
SlurmctldHost=%[1]s(127.0.0.1)
SlurmctldPort=%[2]d
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=%[3]s/munge.sock
CredType=cred/munge
StateSaveLocation=%[3]s/state
SlurmdSpoolDir=%[3]s/spool-%%n
SlurmctldPidFile=%[3]s/slurmctld.pid
SlurmdPidFile=%[3]s/slurmd-%%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_interval=1
SlurmdParameters=config_overrides
SlurmdTimeout=5
ReturnToService=2
NodeName=n1 NodeHostname=%[1]s NodeAddr=127.0.0.1 Port=%[4]d CPUs=1
NodeName=n2 NodeHostname=%[1]s NodeAddr=127.0.0.1 Port=%[5]d CPUs=1
PartitionName=all Nodes=n1,n2 Default=YES State=UP
`

// newSlurm starts a cluster with the nodes n1 and n2, of one core each.
func newSlurm(t *testing.T) *slurmCluster {
	if os.Getenv("HOUSERULE_SLURM") == "" {
		t.Skip("it starts a Slurm: HOUSERULE_SLURM=1 lets it, as root, where Debian's slurmctld, slurmd, slurm-client and munge are installed")
	}
	folder, err := os.MkdirTemp("", "slurm") // t.TempDir is too long for the name of a socket
	if err != nil {
		t.Fatal(err)
	}
	s := &slurmCluster{t, folder}
	t.Cleanup(func() {
		s.kill("")
		os.RemoveAll(folder)
	})
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	var ports [3]int
	for i := range ports {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ports[i] = l.Addr().(*net.TCPAddr).Port
		l.Close()
	}
	key := []byte(strings.Repeat("not a secret ", 10))
	conf := fmt.Sprintf(slurmConf, host, ports[0], folder, ports[1], ports[2])
	t.Setenv("SLURM_CONF", filepath.Join(folder, "slurm.conf"))
	for name, text := range map[string][]byte{"munge.key": key, "slurm.conf": []byte(conf)} {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "state"), 0o755); err != nil {
		t.Fatal(err)
	}
	in := func(name string) string { return filepath.Join(folder, name) }
	s.start("", "munged", "--force", "--foreground", "--key-file="+in("munge.key"), "--socket="+in("munge.sock"),
		"--pid-file="+in("munged.pid"), "--log-file="+in("munged.log"), "--seed-file="+in("munged.seed"))
	s.wait("munged", func() bool { return exists(in("munge.sock")) })
	s.start("", "slurmctld", "-D")
	for _, node := range []string{"n1", "n2"} {
		s.start(node, "slurmd", "-D", "-N", node)
	}
	s.wait("two idle nodes", func() bool { return s.say("sinfo", "-h", "-N", "-t", "idle", "-o", "%N") == "n1\nn2\n" })
	return s
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// start starts a daemon, that of a node with the node in its environment, which what it
// starts inherits.
func (s *slurmCluster) start(node string, words ...string) {
	s.t.Helper()
	log, err := os.Create(filepath.Join(s.folder, words[0]+node+".out"))
	if err != nil {
		s.t.Fatal(err)
	}
	defer log.Close()
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Env = append(os.Environ(), "SLURMD_NODENAME="+node)
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	go cmd.Wait()
}

// kill kills the processes of a node, daemons and jobs, or of all nodes, and returns
// their names. Their environment says that they are of this cluster.
func (s *slurmCluster) kill(node string) (killed []string) {
	all, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		s.t.Fatal(err)
	}
	for _, file := range all {
		text, err := os.ReadFile(file)
		vars := strings.Split(string(text), "\x00")
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if err != nil || pid == os.Getpid() || !slices.Contains(vars, "SLURM_CONF="+filepath.Join(s.folder, "slurm.conf")) ||
			node != "" && !slices.Contains(vars, "SLURMD_NODENAME="+node) {
			continue
		}
		name, _ := os.ReadFile(filepath.Join(filepath.Dir(file), "comm"))
		if syscall.Kill(pid, syscall.SIGKILL) == nil {
			killed = append(killed, strings.TrimSpace(string(name)))
		}
	}
	slices.Sort(killed)
	return killed
}

// wait waits until something holds.
func (s *slurmCluster) wait(what string, holds func() bool) {
	s.t.Helper()
	for end := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			logs, _ := filepath.Glob(filepath.Join(s.folder, "*.out"))
			for _, log := range logs {
				text, _ := os.ReadFile(log)
				s.t.Logf("%s:\n%s", log, text)
			}
			s.t.Fatalf("in two minutes there was no sign of %s", what)
		}
	}
}

// say returns what a command prints.
func (s *slurmCluster) say(words ...string) string {
	out, _ := exec.Command(words[0], words[1:]...).Output() // the controller may not listen yet
	return string(out)
}

const slurmShards = 6

// farm runs a farm over six shards in a folder and returns what it prints.
func (s *slurmCluster) farm(folder string, words []string) (out *bytes.Buffer, done chan error) {
	cmd := exec.Command("houserule", append([]string{"farm", "--slurm", "--shards", strconv.Itoa(slurmShards), "--poll", "200ms", "--folder", filepath.Join(s.folder, folder), "--json", "--"}, words...)...)
	out, done = new(bytes.Buffer), make(chan error, 1)
	cmd.Stdout, cmd.Stderr = out, os.Stderr
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	go func() { done <- cmd.Wait() }()
	return out, done
}

// nodesOf returns the nodes that wrote a shard's parts.
func (s *slurmCluster) nodesOf(folder string, shard int) (nodes []string) {
	files, err := filepath.Glob(filepath.Join(s.folder, folder, "*", fmt.Sprintf("%d.*.json", shard)))
	if err != nil {
		s.t.Fatal(err)
	}
	for _, file := range files {
		nodes = append(nodes, strings.Split(filepath.Base(file), ".")[1])
	}
	return nodes
}

// A real Slurm plays shards, and loses a node with kill -9 in the middle of one: what
// comes of it is what one machine prints.
func TestSlurm(t *testing.T) {
	s := newSlurm(t)
	words := []string{"sim", "siege", "-n", "24000", "--direct"}
	want := programtest.Command(t, append(words, "--json")...)

	begin := time.Now()
	out, done := s.farm("whole", words)
	if err := <-done; err != nil || out.String() != want {
		t.Fatalf("two nodes do not print what one machine prints: %v", err)
	}
	took := time.Since(begin)
	twice := 0
	for k := 1; k <= slurmShards; k++ {
		switch nodes := s.nodesOf("whole", k); {
		case len(nodes) == 2 && nodes[0] != nodes[1]:
			twice++
		case len(nodes) != 1:
			t.Errorf("part %d was written by %q", k, nodes)
		}
	}
	if twice != 1 {
		t.Errorf("%d parts were played by two nodes, want 1", twice)
	}

	begin = time.Now()
	out, done = s.farm("killed", words)
	var shard int
	s.wait("a job on n2", func() bool {
		files, _ := filepath.Glob(filepath.Join(s.folder, "killed", "*", "*.n2.*.tmp"))
		if len(files) == 0 {
			return false
		}
		fmt.Sscan(strings.ReplaceAll(filepath.Base(files[0]), ".", " "), &shard)
		return shard > 0
	})
	processes := s.kill("n2")
	killed := time.Now()
	if !slices.Contains(processes, "slurmd") || !slices.Contains(processes, "houserule") {
		t.Fatalf("the processes %q were killed, want the node and its job", processes)
	}
	if nodes := s.nodesOf("killed", shard); len(nodes) > 0 {
		t.Fatalf("part %d was there before its node was killed", shard)
	}
	s.wait("the part of the node that was killed", func() bool { return len(s.nodesOf("killed", shard)) > 0 })
	again := time.Since(killed)
	if err := <-done; err != nil || out.String() != want {
		t.Fatalf("with a node killed they do not print what one machine prints: %v", err)
	}
	if nodes := s.nodesOf("killed", shard); slices.Contains(nodes, "n2") {
		t.Errorf("part %d was written by %q, and n2 was killed", shard, nodes)
	}
	t.Logf("%d shards on two nodes: %.1f s. With n2 killed (%s; in part %d): %.1f s; part %d was there %.1f s after the kill. The same %d bytes.",
		slurmShards, took.Seconds(), strings.Join(processes, ", "), shard, time.Since(begin).Seconds(), shard, again.Seconds(), out.Len())
}
